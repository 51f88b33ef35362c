import { isRefusedWith } from '../fetch/refused-with.ts'

const demands = new EventTarget()

/**
 * A fetch that reports answers with `second_step_required`, from a function or as a trigger's hint, and returns them
 * unchanged.
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
