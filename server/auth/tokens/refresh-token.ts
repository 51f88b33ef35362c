import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The counter form (docs/contracts/auth.md 4), base64url of: version 0 · session id (16 bytes) · counter (uvarint) ·
 * HMAC-SHA-256 with the session's key (16) · SHA-256 of everything before (4). Refreshes store no rows: the session has the
 * key and the counter.
 */
export interface RefreshToken {
  sessionId: string
  counter: number
  /** The bytes that the session's key must have signed. */
  signed: Buffer
  signature: Buffer
}

const version = 0
const signatureLength = 16
const checksumLength = 4

export function encodeRefreshToken(sessionId: string, counter: number, key: Uint8Array): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  const signed = Buffer.concat([Buffer.of(version), id, uvarint(counter)])
  const withSignature = Buffer.concat([signed, signatureOf(signed, key)])
  return Buffer.concat([withSignature, checksumOf(withSignature)]).toString('base64url')
}

/** Null for a malformed token. Does not check the signature, which needs the session's key (`isSignedWith`). */
export function decodeRefreshToken(token: string): RefreshToken | null {
  const bytes = Buffer.from(token, 'base64url')
  // canonical encoding only: no padding, no other alphabet
  if (bytes.toString('base64url') !== token || bytes.length < 1 + 16 + 1 + signatureLength + checksumLength) {
    return null
  }
  const withSignature = bytes.subarray(0, -checksumLength)
  if (bytes[0] !== version || !checksumOf(withSignature).equals(bytes.subarray(-checksumLength))) return null
  const signed = withSignature.subarray(0, -signatureLength)
  const counter = readUvarint(signed.subarray(17))
  if (counter === null) return null
  const id = signed.subarray(1, 17).toString('hex')
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter,
    signed,
    signature: withSignature.subarray(-signatureLength),
  }
}

export function isSignedWith(token: RefreshToken, key: Uint8Array): boolean {
  return timingSafeEqual(token.signature, signatureOf(token.signed, key))
}

function signatureOf(bytes: Buffer, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest().subarray(0, signatureLength)
}

function checksumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, checksumLength)
}

/** Seven bits per byte, lowest first; the high bit marks that more follow. */
function uvarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}

/** Null unless the bytes are exactly one safe integer. */
function readUvarint(bytes: Buffer): number | null {
  let value = 0
  for (const [index, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** index
    if (!Number.isSafeInteger(value)) return null
    if (byte < 0x80) return index === bytes.length - 1 ? value : null
  }
  return null
}
