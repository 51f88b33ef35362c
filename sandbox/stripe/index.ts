export { createStripeSandbox, type SandboxOptions, type StripeSandbox } from './sandbox.ts'
export type { PageLook } from './world/scope.ts'
