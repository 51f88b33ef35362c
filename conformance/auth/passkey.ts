import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface PublicKeyOptions {
  challenge: string
  rp?: { id: string }
  rpId?: string
}

/** A passkey without a browser: creates and uses a credential (WebAuthn level 3, ES256, attestation `none`). */
export interface TestPasskey {
  id: string
  create(options: PublicKeyOptions, changes?: PasskeyChanges): object
  get(options: PublicKeyOptions, changes?: PasskeyChanges): object
}

export interface PasskeyChanges {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userPresent?: boolean
  signCount?: number
  credentialId?: string
}

export function aPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  const clientData = (type: string, options: PublicKeyOptions, changes: PasskeyChanges) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (options: PublicKeyOptions, changes: PasskeyChanges, credential?: Buffer) => {
    const rpId = changes.rpId ?? options.rp?.id ?? options.rpId ?? ''
    const flags = (changes.userPresent === false ? 0 : 0x01) | 0x04 | (credential ? 0x40 : 0)
    uses += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.signCount ?? uses)
    const hash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([hash, Buffer.of(flags), count, ...(credential ? [credential] : [])])
  }

  return {
    id,
    create(options, changes = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(options, changes, attested))],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, changes = {}) {
      const data = authenticatorData(options, changes)
      const client = clientData('webauthn.get', options, changes)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const usedId = changes.credentialId ?? id
      return {
        id: usedId,
        rawId: usedId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      }
    },
  }
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

function encode(value: unknown): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]))
}
