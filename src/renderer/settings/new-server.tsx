import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServerSettings } from '../../shared/ipc/agent-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

export interface NewServerProps {
  readonly taken: readonly string[]
  readonly onAdd: (server: McpServerSettings) => void
}

/** Adds a server by its name and its command or address. It starts switched off: nothing runs by being added. */
export function NewServer({ taken, onAdd }: NewServerProps) {
  const { t } = useTranslation('settings')
  const [id, setId] = useState('')
  const [place, setPlace] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function add() {
    const name = id.trim()
    const where = place.trim()
    if (!/^[a-z0-9-]{1,40}$/.test(name) || taken.includes(name)) return setProblem(t('agent.badName'))
    if (where === '') return setProblem(t('agent.badPlace'))
    const common = { id: name, isOn: false, secretNames: [], allowedTools: [] }
    if (/^https?:\/\//.test(where)) onAdd({ kind: 'http', url: where, ...common })
    else {
      const [command = where, ...args] = where.split(/\s+/)
      onAdd({ kind: 'stdio', command, args, environment: {}, ...common })
    }
    setId('')
    setPlace('')
    setProblem(null)
  }
  return (
    <div className="st-numbers">
      <TextField
        className="st-number"
        label={t('agent.name')}
        value={id}
        problem={problem}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextField
        label={t('agent.place')}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <Button className="st-add" onClick={add}>
        {t('agent.add')}
      </Button>
    </div>
  )
}
