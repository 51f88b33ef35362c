import { inflateSync } from 'node:zlib'

const headBytes = 12
const entryBytes = 16

/** Unpacks a WOFF 1.0 file. `fontkit` reads both forms, but inflates a WOFF's tables again for every document. */
export function sfntOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  // the version and the number of tables; the other fields only help binary search
  const head = Buffer.alloc(headBytes + count * entryBytes)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = head.length
  for (let table = 0; table < count; table += 1) {
    const at = 44 + table * 20
    const [start = 0, packed = 0, bytes = 0] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field))
    const read = woff.subarray(start, start + packed)
    const content = Buffer.alloc(Math.ceil(bytes / 4) * 4)
    content.set(packed < bytes ? inflateSync(read) : read)
    // tag, checksum, offset, length
    const entry = headBytes + table * entryBytes
    woff.copy(head, entry, at, at + 4)
    woff.copy(head, entry + 4, at + 16, at + 20)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes, entry + 12)
    tables.push(content)
    offset += content.length
  }
  return Buffer.concat([head, ...tables])
}
