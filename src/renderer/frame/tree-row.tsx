import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkbench } from '../app/workbench.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatAge } from '../i18n/format.ts'
import { useJoined } from '../i18n/use-joined.ts'
import {
  BookOpen,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  File,
  Folder,
  FolderOpen,
  MessageSquare,
} from '../ui/icons.ts'
import { FileName } from './file-name.tsx'
import { RenameField } from './rename-field.tsx'
import { splitName } from './split-name.ts'
import { titleBeside } from './thread-titles.ts'
import { notThreadReason, type TreeNode } from './tree-model.ts'

export interface TreeRowProps {
  readonly node: TreeNode
  /** The thread's title by the index; null = not known. */
  readonly title: string | null
  readonly id: string
  /** Where the keyboard is. */
  readonly isCurrent: boolean
  /** The thread of the active tab. */
  readonly isSelected: boolean
  readonly isRenaming: boolean
  readonly isDropTarget: boolean
  readonly nowMs: number
  readonly onToggle: (node: TreeNode) => void
  readonly onRename: (path: string, name: string) => void
  readonly onCancelRename: () => void
}

/** One line of the tree: a folder, a thread with its title and age, a copy under its source. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, id, isCurrent, isSelected, isRenaming, isDropTarget, nowMs } = props
  const { t, i18n } = useTranslation('frame')
  const { entry } = node
  const isFolder = entry.kind === 'folder'
  const age = formatAge(entry.modifiedMs, nowMs, i18n.language) ?? t('time.now')
  const { head, tail } = splitName(entry.name)
  const fullName = head + tail
  const reason = notThreadReason(entry)
  const errorText = useErrorText()
  const joined = useJoined()
  const trouble = node.error === null ? null : joined(t('tree.folderError'), errorText(node.error))
  // Of an open thread it is known before the index has it; what was known of a closed one may have changed.
  const openTitle = useWorkbench(({ tabs, opened }) =>
    tabs.tabs.some(({ thread }) => thread === entry.path) ? opened.get(entry.path)?.title : undefined,
  )
  const title = titleBeside(entry.name, openTitle ?? props.title ?? '')
  const named = title === null ? entry.name : `${title}\n${entry.name}`
  const called = `${fullName}, ${[title, entry.tool, age].filter((fact) => fact != null).join(DOT)}`
  const kinds = [
    isFolder ? 'is-folder' : 'is-file',
    node.isCopy ? 'is-copy' : '',
    node.hasNextCopy ? 'has-next' : '',
    isSelected ? 'is-selected' : '',
    isCurrent ? 'is-current' : '',
    isDropTarget ? 'is-drop' : '',
    entry.kind === 'other' ? 'is-other' : '',
  ]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree itself has the focus and names this line as active.
    <div
      id={id}
      role="treeitem"
      className={`node ${kinds.join(' ')}`}
      style={indent(node.level - (node.isCopy ? 2 : 1))}
      data-path={entry.path}
      draggable={!isRenaming}
      aria-level={node.level}
      aria-posinset={node.position}
      aria-setsize={node.siblings}
      aria-selected={isSelected}
      aria-expanded={node.hasChildren ? node.isOpen : undefined}
      aria-label={
        isFolder
          ? [entry.name, ...(trouble === null ? [] : [trouble])].join(', ')
          : node.isCopy
            ? `${called}, ${t('tree.compactedCopy')}`
            : called
      }
    >
      {node.isCopy ? null : <Lead node={node} onToggle={props.onToggle} />}
      <div className="node-words">
        {isRenaming ? (
          <RenameField
            name={entry.name}
            label={t('tree.nameLabel')}
            onRename={(name) => props.onRename(entry.path, name)}
            onCancel={props.onCancelRename}
          />
        ) : (
          <span className="node-title">
            {isFolder ? (
              <>
                <span className="truncate">{entry.name}</span>
                {trouble === null ? null : (
                  <span className="node-trouble" title={trouble}>
                    <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
                  </span>
                )}
              </>
            ) : (
              <FileName name={entry.name} title={reason === null ? named : t(reason, { name: entry.name })} />
            )}
          </span>
        )}
        {/* Keeps name and age apart where the text is read without its layout. */}{' '}
        {isFolder ? null : (
          <span className="node-sub">
            {node.isCopy ? (
              <span className="swatch mark swatch-checkpoint" title={t('tree.compactedCopy')} />
            ) : node.hasChildren ? (
              <span className="swatch mark hatch swatch-beneath" title={t('tree.hasCopies')} />
            ) : null}
            <span className="node-facts">
              {title === null ? null : (
                <span className="truncate" title={named}>
                  {title}
                </span>
              )}
              {entry.tool === undefined ? null : (
                <>
                  {title === null ? null : DOT}
                  <span className="truncate node-tool">{entry.tool}</span>
                </>
              )}
              <span className="node-age">
                {title === null && entry.tool === undefined ? null : DOT}
                {age}
              </span>
            </span>
          </span>
        )}
      </div>
    </div>
  )
})

/** Custom properties are set through the style object, which the security policy allows. */
function indent(steps: number): CSSProperties {
  // React's type does not list custom properties.
  return { '--indent': `${steps * INDENT_PX}px` } as CSSProperties
}

const INDENT_PX = 14
const DOT = ' · '

function Lead({ node, onToggle }: Pick<TreeRowProps, 'node' | 'onToggle'>) {
  const Chevron = node.isOpen ? ChevronDown : ChevronRight
  const Icon =
    node.entry.kind === 'folder'
      ? node.isOpen
        ? FolderOpen
        : Folder
      : node.entry.tool !== undefined
        ? BookOpen
        : node.entry.kind === 'thread'
          ? MessageSquare
          : File
  if (!node.hasChildren)
    return (
      <span className="node-lead">
        <Icon size={14} strokeWidth={2} aria-hidden="true" />
      </span>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the arrow keys of the tree do the same. */}
      <span
        className="node-lead node-toggle"
        onClick={(event) => {
          event.stopPropagation()
          onToggle(node)
        }}
      >
        <Chevron size={14} strokeWidth={2} aria-hidden="true" />
      </span>
      {node.entry.kind === 'folder' ? (
        <span className="node-lead">
          <Icon size={14} strokeWidth={2} aria-hidden="true" />
        </span>
      ) : null}
    </>
  )
}
