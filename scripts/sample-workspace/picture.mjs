import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 360
const HEIGHT = 150

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

function encodePng(pixels) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1))
  for (let y = 0; y < HEIGHT; y += 1)
    pixels.copy(rows, y * (WIDTH * 3 + 1) + 1, y * WIDTH * 3, (y + 1) * WIDTH * 3)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small chart as PNG bytes: upload progress that jumps to 100 % and falls back again. */
export function progressChart(random) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xfb)
  const dot = (x, y, colour) => {
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return
    pixels.set(colour, (Math.round(y) * WIDTH + Math.round(x)) * 3)
  }
  for (let y = 20; y <= 130; y += 22) for (let x = 30; x < 345; x += 1) dot(x, y, [222, 219, 212])
  for (let y = 14; y <= 132; y += 1) dot(30, y, [120, 114, 104])
  for (let x = 30; x < 346; x += 1) dot(x, 130, [120, 114, 104])
  let level = 0
  for (let x = 31; x < 345; x += 1) {
    const isJump = x > 190 && x < 205
    level = Math.min(0.94, level + 0.0028 + random() * 0.0004)
    const y = 130 - (isJump ? 1 : level) * 110
    for (let thick = -1; thick <= 1; thick += 1) dot(x, y + thick, isJump ? [178, 58, 42] : [46, 98, 122])
    for (let fill = y + 2; fill < 130; fill += 3) if (random() < 0.4) dot(x, fill, [206, 222, 227])
  }
  return encodePng(pixels)
}
