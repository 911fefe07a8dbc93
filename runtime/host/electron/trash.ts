import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'

/** A folder that holds `files/` and `info/`, as freedesktop.org's trash specification 1.0 names them. */
interface Trash {
  readonly folder: string
  /** Paths in `info` are relative to this folder; null = absolute (the home trash). */
  readonly top: string | null
}

const MOST_NAMES = 10_000

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function makeTrash(folder: string): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'info'), { recursive: true, mode: 0o700 })
}

/** The folder under which the file system of `path` is mounted. */
async function mountOf(path: string, device: number): Promise<string> {
  let top = path
  for (;;) {
    const above = dirname(top)
    if (above === top || (await lstat(above)).dev !== device) return top
    top = above
  }
}

/** The shared `.Trash` of a mount counts only when an administrator made it: sticky and not a link. */
async function isSharedTrash(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder)
    return found.isDirectory() && (found.mode & 0o1000) !== 0
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

async function trashFor(path: string, device: number, env: NodeJS.ProcessEnv): Promise<Trash> {
  const home = join(env.XDG_DATA_HOME ?? join(env.HOME ?? homedir(), '.local', 'share'), 'Trash')
  await makeTrash(home)
  if ((await lstat(home)).dev === device) return { folder: home, top: null }
  const top = await mountOf(dirname(path), device)
  const user = String(process.getuid?.() ?? 0)
  const shared = join(top, '.Trash')
  const folder = (await isSharedTrash(shared)) ? join(shared, user) : join(top, `.Trash-${user}`)
  await makeTrash(folder)
  return { folder, top }
}

/** `2026-11-30T14:05:09`: local time without a zone, as the specification wants it. */
function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** Takes a free name by creating its info file exclusively; the specification asks for this order. */
async function takeName(trash: Trash, path: string, info: string): Promise<string> {
  const extension = extname(path)
  const stem = basename(path, extension)
  for (let count = 1; count < MOST_NAMES; count += 1) {
    const name = count === 1 ? `${stem}${extension}` : `${stem}.${count}${extension}`
    try {
      const file = await open(join(trash.folder, 'info', `${name}.trashinfo`), 'wx', 0o600)
      try {
        await file.writeFile(info)
        await file.sync()
      } finally {
        await file.close()
      }
      return name
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
  }
  throw new Error(`The trash holds too many items named ${basename(path)}.`)
}

/**
 * Moves a file or folder to the trash of its file system, from where the desktop can restore it.
 * Never copies and never deletes: when the item cannot be moved in one step it stays and this rejects.
 */
export async function moveToTrash(item: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const absolute = resolve(item)
  // The folder's real path, but not the item's: a link is trashed itself, not what it points to.
  const path = join(await realpath(dirname(absolute)), basename(absolute))
  const { dev } = await lstat(path)
  const trash = await trashFor(path, dev, env)
  const recorded = trash.top === null ? path : relative(trash.top, path)
  const encoded = recorded.split('/').map(encodeURIComponent).join('/')
  const info = `[Trash Info]\nPath=${encoded}\nDeletionDate=${localTime(new Date())}\n`
  const name = await takeName(trash, path, info)
  try {
    await rename(path, join(trash.folder, 'files', name))
  } catch (error) {
    await rm(join(trash.folder, 'info', `${name}.trashinfo`), { force: true })
    throw error
  }
}
