import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { readOrMakeFile } from '#server/platform/data-directory/files.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

export interface SamlKey {
  /** PKCS#8, PEM. */
  readonly privateKey: string
  /** PEM, as published in our metadata. */
  readonly certificate: string
}

const fileName = 'saml-private-key.pem'

export function offersSingleSignOn(config: Pick<Config, 'samlPrivateKey' | 'environment'>): boolean {
  return config.samlPrivateKey !== null || config.environment === 'development'
}

/**
 * In development a key in the data folder, created when first needed.
 * @returns null: no single sign-on
 * @throws ConfigError when SAML_PRIVATE_KEY is not an RSA key of 2048 bits or more
 */
export function configuredSamlKey(
  config: Pick<Config, 'samlPrivateKey' | 'environment' | 'dataDir'>,
): SamlKey | null {
  if (config.samlPrivateKey) return samlKey(config.samlPrivateKey)
  if (!offersSingleSignOn(config)) return null
  let cached: SamlKey | undefined
  const key = () => {
    cached ??= samlKey(readOrMakeFile(config.dataDir, fileName, makeSamlKey))
    return cached
  }
  return {
    get privateKey() {
      return key().privateKey
    },
    get certificate() {
      return key().certificate
    },
  }
}

/** @param text PEM, whose line breaks may be written as \n, or DER in base64 */
export function samlKey(text: string): SamlKey {
  const key = importKey(text.trim().replaceAll('\\n', '\n'))
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSignedCertificate(key, 'Carefold single sign-on'),
  }
}

/** In the form of SAML_PRIVATE_KEY. */
export function makeSamlKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
}

function importKey(text: string): KeyObject {
  const readers = text.startsWith('-----')
    ? [() => createPrivateKey(text)]
    : (['pkcs8', 'pkcs1'] as const).map(
        (type) => () => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type }),
      )
  for (const read of readers) {
    try {
      const key = read()
      if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048)
        return key
    } catch {
      // not in this form; refused below if no reader succeeds
    }
  }
  throw new ConfigError(
    'SAML_PRIVATE_KEY must be an RSA key of 2048 bits or more, as PEM or as DER in base64',
  )
}
