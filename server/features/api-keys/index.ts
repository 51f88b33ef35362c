import { feature } from '#server/clinic/feature.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeysFeature = feature({ actions: [createApiKey, revokeApiKey] })
