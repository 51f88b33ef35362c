import { options, type Ref, type VNode } from 'preact'

/*
 * What the app and its libraries import as `react` (vite.config.ts, docs/decisions/0110): Preact's version of it, with what that
 * lacks.
 */
// @ts-expect-error its types say `export =`; whoever imports `react` sees React's
export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router calls it, and sets it only within transitions (`useTransitions`), which the app does not use. */
export function useOptimistic<State>(state: State): [State, () => never] {
  return [state, refuseOptimism]
}

function refuseOptimism(): never {
  throw new Error('Preact has no optimistic states')
}

const focused = new WeakSet<HTMLElement>()
const beforeVNode = options.vnode

/** `autoFocus` as React does it: whenever an element appears. Browsers obey it only while the page loads. */
options.vnode = (vnode: VNode<{ autoFocus?: boolean; ref?: Ref<HTMLElement> }>) => {
  beforeVNode?.(vnode)
  if (typeof vnode.type !== 'string' || !vnode.props.autoFocus) return
  const { ref } = vnode
  vnode.ref = (element: HTMLElement | null) => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
    if (!element || focused.has(element)) return
    focused.add(element)
    element.focus()
  }
}
