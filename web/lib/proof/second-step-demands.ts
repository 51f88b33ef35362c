import { isRefusedWith } from '../fetch/refused-with.ts'

const demands = new EventTarget()

/**
 * A fetch that reports each answer which refuses the session for lack of a second step: `second_step_required` of a
 * function, or a trigger's refusal with that hint. The answer itself passes unchanged.
 */
export function reportSecondStepDemands(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (await isRefusedWith(response, 'second_step_required')) demands.dispatchEvent(new Event('demand'))
    return response
  }
}

/** Calls back after each such answer. @returns unsubscribes */
export function onSecondStepDemand(listener: () => void): () => void {
  demands.addEventListener('demand', listener)
  return () => demands.removeEventListener('demand', listener)
}
