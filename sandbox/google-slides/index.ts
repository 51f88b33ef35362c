export { createGoogleSlidesSandbox } from './sandbox.ts'
