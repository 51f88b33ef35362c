import sharp from 'sharp'

/** Seconds between pictures, each of which can be sought. */
const step = 1

/**
 * A playable video: WebM (https://www.matroska.org/technical/elements.html) with one VP8 picture a second, a seek index
 * and no sound.
 */
export async function aVideo(seconds: number): Promise<Buffer> {
  const size = { width: 64, height: 36 }
  const frames = await Promise.all(
    Array.from({ length: seconds / step }, (_, at) => keyFrame({ ...size, hue: (at * 37) % 256 })),
  )
  const info = element('1549a966', [
    element('2ad7b1', uint(1_000_000)),
    element('4489', float(seconds * 1_000)),
    element('4d80', Buffer.from('carefold')),
    element('5741', Buffer.from('carefold')),
  ])
  const tracks = element('1654ae6b', [
    element('ae', [
      element('d7', uint(1)),
      element('73c5', uint(1)),
      element('83', uint(1)),
      element('86', Buffer.from('V_VP8')),
      element('e0', [element('b0', uint(size.width)), element('ba', uint(size.height))]),
    ]),
  ])
  const clusters = frames.map((frame, at) =>
    element('1f43b675', [
      element('e7', uint(at * step * 1_000)),
      // track 1, no offset, a key frame
      element('a3', [Buffer.from([0x81, 0, 0, 0x80]), frame]),
    ]),
  )
  const cues = (first: number) => {
    let position = first
    return element(
      '1c53bb6b',
      clusters.map((cluster, at) => {
        const cue = element('bb', [
          element('b3', uint(at * step * 1_000)),
          element('b7', [element('f7', uint(1)), element('f1', uint(position))]),
        ])
        position += cluster.byteLength
        return cue
      }),
    )
  }
  // numbers have a fixed length, so the index has the same size for any positions
  const first = info.byteLength + tracks.byteLength + cues(0).byteLength
  const header = element('1a45dfa3', [
    element('4286', uint(1)),
    element('42f7', uint(1)),
    element('42f2', uint(4)),
    element('42f3', uint(8)),
    element('4282', Buffer.from('webm')),
    element('4287', uint(2)),
    element('4285', uint(2)),
  ])
  return Buffer.concat([header, element('18538067', [info, tracks, cues(first), ...clusters])])
}

/** A WebP picture is a VP8 key frame in a RIFF container. */
async function keyFrame(picture: { width: number; height: number; hue: number }): Promise<Buffer> {
  const { width, height, hue } = picture
  const webp = await sharp({
    create: { width, height, channels: 3, background: { r: hue, g: 120, b: 255 - hue } },
  })
    .webp({ lossless: false })
    .toBuffer()
  const at = webp.indexOf('VP8 ', 0, 'latin1')
  if (at < 0) throw new Error('no lossy picture')
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}

function element(id: string, content: Buffer | Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content
  return Buffer.concat([Buffer.from(id, 'hex'), lengthOf(body), body])
}

/** In one byte, or in eight. */
function lengthOf({ byteLength }: Buffer): Buffer {
  if (byteLength < 127) return Buffer.from([0x80 | byteLength])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(byteLength))
  return length
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
