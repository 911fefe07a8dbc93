/** Kinds of calls that only look around (S-017). */
export type Exploration = 'read' | 'grep' | 'glob' | 'web'

/** Names of such tools in other programs, without case and separators. */
const KIND_BY_NAME: { readonly [name: string]: Exploration } = {
  readfile: 'read',
  read: 'read',
  readfiles: 'read',
  readmanyfiles: 'read',
  open: 'read',
  openfile: 'read',
  view: 'read',
  viewfile: 'read',
  cat: 'read',
  notebookread: 'read',
  grep: 'grep',
  greptool: 'grep',
  grepsearch: 'grep',
  ripgrep: 'grep',
  search: 'grep',
  searchfiles: 'grep',
  searchfilecontent: 'grep',
  searchdir: 'grep',
  codebasesearch: 'grep',
  glob: 'glob',
  globtool: 'glob',
  ls: 'glob',
  list: 'glob',
  listdir: 'glob',
  listfiles: 'glob',
  listdirectory: 'glob',
  find: 'glob',
  findfile: 'glob',
  findfiles: 'glob',
  filesearch: 'glob',
  websearch: 'web',
  googlewebsearch: 'web',
  searchweb: 'web',
  internetsearch: 'web',
}

/** How a tool looks around; null when it does anything else. A server prefix (`mcp__fs__read_file`) does not count. */
export function explorationKind(name: string): Exploration | null {
  const last = name.split(/__|[./:]/).at(-1) ?? name
  const key = last.toLowerCase().replace(/[-_\s]/g, '')
  return Object.hasOwn(KIND_BY_NAME, key) ? (KIND_BY_NAME[key] ?? null) : null
}
