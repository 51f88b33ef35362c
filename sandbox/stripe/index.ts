export { createStripeSandbox, type SandboxOptions, type StripeSandbox } from './sandbox.ts'
export type { Chaos, DeliverWebhook } from './webhooks/delivery-rounds.ts'
export type { PageLook } from './world/scope.ts'
export { memoryStore, type SandboxStore, type StoredKey, type StoredObject } from './world/store.ts'
