// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { entry } from '../testing/fake-requests.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { useFolders } from './use-folders.ts'

afterEach(cleanup)

function List() {
  return <p>{useFolders().join(' ')}</p>
}

test('a folder that cannot be read leaves all others to choose from', async () => {
  const bridge = createFakeBridge({
    requests: {
      'workspace.list': ({ folder }) => {
        if (folder === 'closed') throw new AppError('permission-denied', 'No.')
        if (folder === '') return [entry('closed', 'folder', 1), entry('open', 'folder', 1)]
        return folder === 'open' ? [entry('open/deep', 'folder', 1)] : []
      },
    },
  })
  renderInApp(<List />, { bridge })
  await waitFor(() => expect(screen.getByText('closed open open/deep')).toBeTruthy())
})
