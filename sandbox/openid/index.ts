export type { SandboxPerson } from './people.ts'
export { createOpenIdSandbox, type OpenIdSandbox, type OpenIdSandboxOptions } from './provider.ts'
