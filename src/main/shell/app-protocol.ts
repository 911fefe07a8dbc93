import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Media } from '../ports.ts'

/** Sent with every answer. Nothing from elsewhere loads, nothing inline runs. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const MIME_TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Pictures a thread may show. Anything else is sent as bytes that no `<img>` takes. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
])

export interface AppProtocolOptions {
  readonly rendererDir: string
  /** Picture of a thread by path (`/media/...`); null = none. */
  readonly media: (path: string) => Promise<Media | null>
}

/**
 * Answers `app://bundle/...`: files of the renderer's folder and pictures of threads. GET only. A path that
 * leaves the folder, also by a link in it, is 403; what is not there is 404. Never rejects.
 */
export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return plain(405)
    if (!URL.canParse(request.url)) return plain(400)
    const url = new URL(request.url)
    if (url.protocol !== 'app:' || url.host !== 'bundle') return plain(404)
    const path = decodePath(url.pathname)
    if (path === null) return plain(403)
    try {
      if (path.startsWith('/media/')) return await answerMedia(path, options)
      return await answerFile(path === '/' ? '/index.html' : path, options.rendererDir)
    } catch {
      // Not there, a folder, or not readable: for the page all the same.
      return plain(404)
    }
  }
}

/** Decoded path with `/`, or null for one that could mean another place on some system. */
function decodePath(pathname: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (!path.startsWith('/') || /[\p{Cc}\\:]/u.test(path)) return null
  return path.split('/').some((part) => part === '..' || part === '.') ? null : path
}

async function answerFile(path: string, rendererDir: string): Promise<Response> {
  const root = await realpath(rendererDir)
  const file = await realpath(join(root, path))
  if (!file.startsWith(root + sep)) return plain(403)
  const bytes = await readFile(file)
  return new Response(new Uint8Array(bytes), {
    headers: headers(MIME_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream'),
  })
}

async function answerMedia(path: string, { media }: AppProtocolOptions): Promise<Response> {
  const picture = await media(path)
  if (picture === null) return plain(404)
  const type = PICTURES.has(picture.mimeType) ? picture.mimeType : 'application/octet-stream'
  // A copy: the bytes may lie in a larger buffer.
  return new Response(new Uint8Array(picture.bytes), { headers: headers(type) })
}

function plain(status: number): Response {
  return new Response('', { status, headers: headers('text/plain; charset=utf-8') })
}

function headers(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
