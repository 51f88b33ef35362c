export { createCalendarSandbox } from './sandbox.ts'
