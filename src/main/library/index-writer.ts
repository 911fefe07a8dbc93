import type { Database } from 'better-sqlite3'
import { foldText } from '../../shared/search/fold.ts'
import { setApart } from '../../shared/search/set-apart.ts'
import type { Message } from '../../shared/thread/message.ts'
import { facet, facetsOf } from './facets.ts'
import { messageTexts } from './message-texts.ts'
import { ROLE_CODES } from './role-codes.ts'
import type { BytePlace } from './thread-source.ts'
import { WordCollector } from './word-collector.ts'

/** A thread as the index knows it. */
export interface IndexedThread {
  readonly id: number
  readonly root: string
  readonly path: string
  readonly title: string
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** Mark of all its messages but the last, which may still get results. */
  readonly mark: string
  /** Messages that are in the index. */
  readonly messages: number
  readonly state: 'partial' | 'ready' | 'failed'
}

/** What is written of a thread beside its messages. */
export interface ThreadFacts extends Omit<IndexedThread, 'id'> {
  readonly folder: string
  readonly model: string
  readonly format: string
  readonly hasCheckpoint: boolean
  readonly sourceName: string
}

/** A message on its way into the index. */
export interface MessageEntry {
  readonly index: number
  readonly message: Message
  readonly isCheckpoint: boolean
  readonly place: BytePlace | null
}

/** The one writer of the index. Statements are prepared once; transactions belong to the caller. */
export interface IndexWriter {
  readonly threads: (root: string) => readonly IndexedThread[]
  readonly find: (root: string, path: string) => IndexedThread | null
  /** Adds the thread or changes what is known of it; its messages stay. Answers its id. */
  readonly saveThread: (facts: ThreadFacts) => number
  readonly addMessage: (thread: number, model: string, entry: MessageEntry) => void
  /** Also replaces the title that was there. */
  readonly setTitle: (thread: number, title: string) => void
  /** Takes out the messages from `from` on; the title too when `from` is -1. */
  readonly removeMessages: (thread: number, from: number) => void
  readonly removeThread: (thread: number) => void
  /** Writes the words that came since the last call. */
  readonly saveWords: () => void
  /** One small step of putting the index's parts together; false = nothing was left to do. */
  readonly mergeStep: () => boolean
  readonly transaction: <T>(work: () => T) => T
}

const MERGE_PAGES = 64

export function createIndexWriter(db: Database): IndexWriter {
  const columns = `id, root, path, title, size_bytes as sizeBytes, modified_ms as modifiedMs, mark, messages, state`
  const all = db.prepare<[string], IndexedThread>(`select ${columns} from thread where root = ? order by id`)
  const one = db.prepare<[string, string], IndexedThread>(
    `select ${columns} from thread where root = ? and path = ?`,
  )
  const save = db
    .prepare<[ThreadFacts & { checkpoint: number }], number>(
      `insert into thread (root, path, folder, title, model, format, size_bytes, modified_ms, mark, messages,
         has_checkpoint, source_name, state)
       values (@root, @path, @folder, @title, @model, @format, @sizeBytes, @modifiedMs, @mark, @messages,
         @checkpoint, @sourceName, @state)
       on conflict (root, path) do update set folder = excluded.folder, title = excluded.title,
         model = excluded.model, format = excluded.format, size_bytes = excluded.size_bytes,
         modified_ms = excluded.modified_ms, mark = excluded.mark, messages = excluded.messages,
         has_checkpoint = excluded.has_checkpoint,
         source_name = excluded.source_name, state = excluded.state
       returning id`,
    )
    .pluck()
  const insertMessage = db.prepare(
    `insert into message (thread, message_index, role, at_ms, from_byte, bytes) values (?, ?, ?, ?, ?, ?)`,
  )
  const insertBody = db.prepare(
    'insert into body (rowid, tool, text, thinking, title, facet) values (?, ?, ?, ?, ?, ?)',
  )
  const idsFrom = db
    .prepare<[number, number], number>('select id from message where thread = ? and message_index >= ?')
    .pluck()
  const titleIds = db
    .prepare<[number], number>('select id from message where thread = ? and message_index = -1')
    .pluck()
  const deleteBody = db.prepare('delete from body where rowid = ?')
  const deleteMessage = db.prepare('delete from message where id = ?')
  const deleteThread = db.prepare('delete from thread where id = ?')
  const insertWords = db.prepare('insert into vocabulary (words) values (?)')
  const merge = db.prepare("insert into body (body, rank) values ('merge', ?)")
  const changes = db.prepare<[], number>('select total_changes()').pluck()
  const words = new WordCollector(
    db
      .prepare<[], string>('select words from vocabulary')
      .pluck()
      .all()
      .flatMap((batch) => batch.split('\n')),
  )

  function insert(values: readonly (string | number | null)[], columnsOfBody: readonly string[]): void {
    const { lastInsertRowid } = insertMessage.run(...values)
    insertBody.run(lastInsertRowid, ...columnsOfBody)
  }

  function remove(ids: readonly number[]): void {
    for (const id of ids) {
      deleteBody.run(id)
      deleteMessage.run(id)
    }
  }

  return {
    threads: (root) => all.all(root),
    find: (root, path) => one.get(root, path) ?? null,
    saveThread: (facts) => save.get({ ...facts, checkpoint: facts.hasCheckpoint ? 1 : 0 }) ?? 0,
    addMessage(thread, model, { index, message, isCheckpoint, place }) {
      const role = isCheckpoint ? 'checkpoint' : message.role
      // The index knows accents of Latin letters alone; queries have none in any script.
      const texts = messageTexts(message, role)
      const [text, tool, thinking] = [foldText(texts.text), foldText(texts.tool), foldText(texts.thinking)]
      for (const part of [text, tool, thinking]) words.add(part)
      insert(
        [
          thread,
          index,
          ROLE_CODES[role],
          message.runtime?.atMs ?? null,
          place?.from ?? null,
          place === null ? null : place.to - place.from,
        ],
        [
          setApart(tool),
          setApart(text),
          setApart(thinking),
          '',
          facetsOf(message, role, thread, model).join(' '),
        ],
      )
    },
    setTitle(thread, title) {
      remove(titleIds.all(thread))
      const folded = foldText(title)
      words.add(folded)
      insert(
        [thread, -1, ROLE_CODES.title, null, null, null],
        ['', '', '', setApart(folded), `${facet('thread', thread)} ${facet('role', 'title')}`],
      )
    },
    removeMessages: (thread, from) => remove(idsFrom.all(thread, from)),
    removeThread(thread) {
      remove(idsFrom.all(thread, -1))
      deleteThread.run(thread)
    },
    saveWords() {
      const fresh = words.takeFresh()
      if (fresh.length > 0) insertWords.run(fresh.join('\n'))
    },
    mergeStep() {
      const before = changes.get() ?? 0
      merge.run(MERGE_PAGES)
      // A merge that found work changes at least two rows of the index's own tables.
      return (changes.get() ?? 0) - before >= 2
    },
    transaction: (work) => db.transaction(work).immediate(),
  }
}
