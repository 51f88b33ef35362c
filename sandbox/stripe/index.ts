export {
  type Chaos,
  createStripeSandbox,
  type DeliverWebhook,
  type SandboxOptions,
  type StripeSandbox,
} from './sandbox.ts'
export type { PageLook } from './world/scope.ts'
export { memoryStore, type SandboxStore, type StoredKey, type StoredObject } from './world/store.ts'
