/* Draws pictures in a process that its parent can end (docs/decisions/0148). */
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { isTooLargeADrawing } from './drawing-size.ts'
import { heicPixels } from './heic-pixels.ts'
import { type DrawnPicture, type PictureOrder, pictureLimits } from './pictures.ts'

const watchMs = 50

sharp.concurrency(1)
sharp.cache(false)

const rssAtStart = process.memoryUsage.rss()
setInterval(() => {
  // pictures are decoded outside of the heap; exit() would wait for the library
  if (process.memoryUsage.rss() - rssAtStart > pictureLimits.growthMb * 1_000_000)
    process.kill(process.pid, 'SIGKILL')
}, watchMs)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (order: PictureOrder) => {
  process.send?.(await drawn(order))
})
process.send?.('ready')

/** Null if it cannot be drawn. */
async function drawn(order: PictureOrder): Promise<DrawnPicture | 'pages' | null> {
  const { bytes, type, width, height, format } = order
  const isDrawing = type === 'image/svg+xml'
  try {
    if (isDrawing && (isHostileDrawing(bytes) || isTooLargeADrawing(Buffer.from(bytes).toString())))
      return null
    if (type === 'image/tiff' && ((await sharp(bytes).metadata()).pages ?? 1) > 1) return 'pages'
    const opened = await open(order)
    const drawing = opened.rotate().resize({ width, height, fit: 'inside', withoutEnlargement: !isDrawing })
    const quality = format === 'png' ? {} : { quality: 85 }
    const { data, info } = await drawing.toFormat(format, quality).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

async function open({ bytes, type }: PictureOrder): Promise<Sharp> {
  const options: SharpOptions = { limitInputPixels: pictureLimits.pixels, failOn: 'truncated', pages: 1 }
  if (type !== 'image/heic') return sharp(bytes, options)
  const { pixels, ...size } = await heicPixels(bytes, pictureLimits.pixels)
  return sharp(pixels, { ...options, raw: { ...size, channels: 4 } })
}

/** Refuses drawings that load something external, or expand without end. */
function isHostileDrawing(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  // another encoding would be parsed here differently than it is drawn
  const encoding = /^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1]
  if (encoding !== undefined && !/^(utf-?8|us-ascii|iso-8859-1)$/i.test(encoding)) return true
  return /<!ENTITY|<!DOCTYPE[^>]*\[|xi:include|XInclude|(href|src)\s*=\s*["']?\s*(file|https?|ftp|\/\/)|<foreignObject/i.test(
    text.replace(/xmlns(:\w+)?\s*=\s*("[^"]*"|'[^']*')/g, (namespace) =>
      /XInclude/i.test(namespace) ? namespace : '',
    ),
  )
}
