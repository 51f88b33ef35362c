export { createGoogleSlidesSandbox, type GoogleSlidesSandbox } from './sandbox.ts'
