import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** PEM. Deterministic and without expiry, because partners compare it byte for byte. */
export function selfSignedCertificate(privateKey: KeyObject, commonName: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  // positive, and at most 20 bytes (RFC 5280)
  const serial = Buffer.concat([
    Buffer.of(1),
    createHash('sha256').update(publicKey).digest().subarray(0, 15),
  ])
  const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(commonName)))))
  const algorithm = sequence(objectId('2a864886f70d01010b'), tagged(0x05, Buffer.alloc(0))) // sha256WithRSAEncryption
  const validity = sequence(
    tagged(0x17, Buffer.from('200101000000Z')),
    tagged(0x18, Buffer.from('99991231235959Z')),
  )
  const version3 = tagged(0xa0, tagged(0x02, Buffer.of(2)))
  const body = sequence(version3, tagged(0x02, serial), algorithm, name, validity, name, publicKey)
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]))
  const base64 = sequence(body, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** DER: tag, length, content. */
function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const digits = length.toString(16)
  const long = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  const size = length < 128 ? Buffer.of(length) : Buffer.concat([Buffer.of(0x80 | long.length), long])
  return Buffer.concat([Buffer.of(tag), size, content])
}

const sequence = (...parts: Uint8Array[]) => tagged(0x30, Buffer.concat(parts))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
