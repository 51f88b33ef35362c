import type { Config } from '../config/config.ts'
import { loadSecretBox, type SecretBox } from '../secret-box.ts'
import { isLocal, type PostWebhook, postFromDevelopment, postToPublic } from './post-webhook.ts'

export interface Webhooks {
  post: PostWebhook
  /** Whether an admin may enter the address; `post` checks where it leads. */
  allows(url: URL): boolean
  /** Of the signing secrets. */
  secrets: SecretBox
}

export function openWebhooks(config: Pick<Config, 'environment' | 'encryptionKey' | 'dataDir'>): Webhooks {
  const isDevelopment = config.environment === 'development'
  return {
    post: isDevelopment ? postFromDevelopment : postToPublic,
    allows: (url) => url.protocol === 'https:' || (isDevelopment && isLocal(url)),
    secrets: loadSecretBox(config),
  }
}
