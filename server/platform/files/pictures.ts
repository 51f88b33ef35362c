import sharp from 'sharp'
import type { MediaType } from '#domain/files/files.ts'

export interface Picture {
  bytes: Buffer
  mediaType: MediaType
  width: number
  height: number
}

export interface PictureSize {
  width: number
  height: number
  /** In the format that takes the least space; else in its own. */
  compact: boolean
}

/** What a picture may unfold to, in pixels: 50 megapixels are 200 MB of memory. */
const maxPixels = 50_000_000
const maxSeconds = 20

sharp.concurrency(1)
sharp.cache(false)

/** One picture at a time: several would multiply the memory above. */
let turn: Promise<unknown> = Promise.resolve()

/** A picture that cannot be drawn, or must not be. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

/**
 * Draws a picture anew: turned as its camera meant it, at most so large, with nothing of what it came with but its pixels
 * (no EXIF, no profile, no second file behind it). A drawing (SVG) becomes pixels.
 *
 * @throws PictureRefused
 */
export function drawAnew(bytes: Buffer, type: MediaType, size: PictureSize): Promise<Picture> {
  const drawn = turn.then(() => draw(bytes, type, size))
  turn = drawn.catch(() => {})
  return drawn
}

async function draw(
  bytes: Buffer,
  type: MediaType,
  { width, height, compact }: PictureSize,
): Promise<Picture> {
  if (type === 'image/svg+xml' && isHostileDrawing(bytes)) throw new PictureRefused('entities or inclusions')
  try {
    const drawing = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated', pages: 1 })
      .timeout({ seconds: maxSeconds })
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: type !== 'image/svg+xml' })
    const format = compact ? 'webp' : formatOf(type)
    const quality = format === 'png' ? {} : { quality: 85 }
    const { data, info } = await drawing.toFormat(format, quality).toBuffer({ resolveWithObject: true })
    return { bytes: data, mediaType: `image/${format}`, width: info.width, height: info.height }
  } catch (error) {
    throw new PictureRefused('cannot be drawn', { cause: error })
  }
}

function formatOf(type: MediaType): 'png' | 'jpeg' | 'webp' {
  if (type === 'image/jpeg') return 'jpeg'
  return type === 'image/webp' ? 'webp' : 'png'
}

/** The library that draws loads nothing from outside; what would ask it to, or would unfold without end, is refused before. */
function isHostileDrawing(bytes: Buffer): boolean {
  return /<!ENTITY|<!DOCTYPE[^>]*\[|xi:include|XInclude|(href|src)\s*=\s*["']?\s*(file|https?|ftp|\/\/)|<foreignObject/i.test(
    bytes
      .toString('latin1')
      .replace(/xmlns(:\w+)?\s*=\s*("[^"]*"|'[^']*')/g, (namespace) =>
        /XInclude/i.test(namespace) ? namespace : '',
      ),
  )
}
