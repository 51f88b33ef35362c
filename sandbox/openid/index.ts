export { createOpenIdSandbox } from './provider.ts'
