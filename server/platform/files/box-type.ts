import type { MediaType } from '#domain/files/files.ts'
import type { ReadPiece } from './read-piece.ts'

/** The brands of MP4 that browsers play. */
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/
const pictureBrands = /^(heic|heix|heim|heis|mif1|avif)$/
/** H.264, HEVC and AAC: browsers play them from MP4, whose boxes are those of QuickTime. */
const playedCodecs = /^(avc1|avc3|hvc1|hev1|mp4a)$/

/** A phone writes one for each frame and sound of a video. */
const maxIndexBytes = 16_000_000
const mostBoxes = 1_000

/** The type of a file that begins with `ftyp`; null unless it is converted, or browsers play it. */
export async function mediaTypeOfBoxes(
  head: Buffer,
  read: ReadPiece,
  sizeBytes: number,
): Promise<MediaType | null> {
  const brands = brandsOf(head)
  const has = (pattern: RegExp) => brands.some((brand) => pattern.test(brand))
  if (pictureBrands.test(brands[0] ?? '')) {
    if (has(/^avif$/)) return 'image/avif'
    return has(/^hei[cxms]$/) ? 'image/heic' : null
  }
  if (has(mp4Brands)) return 'video/mp4'
  if (!has(/^qt {2}$/)) return null
  const codecs = codecsOf(await movieIndex(read, sizeBytes))
  return codecs.length > 0 && codecs.every((codec) => playedCodecs.test(codec)) ? 'video/mp4' : null
}

function brandsOf(head: Buffer): string[] {
  const brands: string[] = []
  const length = Math.min(head.readUInt32BE(0), head.length, 256)
  for (let at = 8; at + 4 <= length; at += at === 8 ? 8 : 4) brands.push(head.toString('latin1', at, at + 4))
  return brands
}

/** The box `moov`, which cameras write at the end. */
async function movieIndex(read: ReadPiece, sizeBytes: number): Promise<Buffer> {
  let at = 0
  for (let boxes = 0; boxes < mostBoxes && at + 8 <= sizeBytes; boxes++) {
    const header = await read(at, 16)
    if (header.length < 8) break
    const short = header.readUInt32BE(0)
    const isLong = short === 1 && header.length === 16
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short
    const start = isLong ? 16 : 8
    if (length < start || at + length > sizeBytes) break
    if (header.toString('latin1', 4, 8) === 'moov')
      return length > maxIndexBytes ? Buffer.alloc(0) : read(at + start, length - start)
    at += length
  }
  return Buffer.alloc(0)
}

/** Of the tracks of pictures and sound; others, such as a phone's position, are not played. */
function codecsOf(index: Buffer): string[] {
  return boxesOf(index, 'trak').flatMap((track) => {
    const media = boxesOf(track, 'mdia').flatMap((each) => boxesOf(each, 'minf'))
    const isPlayed = media.some((each) => boxesOf(each, 'vmhd').length + boxesOf(each, 'smhd').length > 0)
    if (!isPlayed) return []
    const [list] = media.flatMap((each) => boxesOf(each, 'stbl')).flatMap((each) => boxesOf(each, 'stsd'))
    return list && list.length >= 16 ? [list.toString('latin1', 12, 16)] : []
  })
}

function boxesOf(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) break
    if (bytes.toString('latin1', at + 4, at + 8) === type) found.push(bytes.subarray(at + 8, at + length))
    at += length
  }
  return found
}
