import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import type { Scene } from '../scene.ts'
import type { SampleCall, SampleCalls } from './sample-call.ts'

export const sampleCalls: Record<string, SampleCall> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<SampleCalls>('../../../features/*/sample-calls.ts', { eager: true, import: 'calls' }),
  ),
)

const withoutInput = actions.filter(({ input }) => Object.keys(input.shape).length === 0)

/** See `SampleCall`. */
export const functionInputs: Record<string, (scene: Scene, actor: ActorName) => object | Promise<object>> = {
  ...Object.fromEntries(withoutInput.map(({ name }) => [name, () => ({})])),
  ...Object.fromEntries(
    Object.entries(sampleCalls).flatMap(([name, { input }]) => (input ? [[name, input]] : [])),
  ),
}
