import { includable } from '../world/includable.ts'
import { present } from '../world/present.ts'
import type { Scope } from '../world/scope.ts'
import { platform } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

type Json = Record<string, unknown>

/**
 * Replaces ids by their objects along each path, such as `latest_invoice.payments` or `data.customer`.
 * @throws StripeFailure 400 for a property that cannot be expanded and for paths deeper than four
 */
export function expandAll(scope: Scope, value: unknown, paths: string[]): unknown {
  return paths.reduce((expanded, path) => {
    const steps = path.split('.')
    if (steps.length > 4 + (steps[0] === 'data' ? 1 : 0) + steps.slice(1).filter(isData).length) {
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`)
    }
    return expand(scope, expanded, steps, path)
  }, value)
}

const isData = (step: string) => step === 'data'

function expand(scope: Scope, value: unknown, steps: string[], path: string): unknown {
  const [step, ...rest] = steps
  if (step === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((each) => expand(scope, each, steps, path))
  if (typeof value !== 'object') throw cannotExpand(path)
  const holder = value as Json
  const found = child(scope, holder, step, path)
  return { ...holder, [step]: expand(scope, found, rest, path) }
}

function child(scope: Scope, holder: Json, step: string, path: string): unknown {
  const value = holder[step]
  if (value === null) return null
  const include = includable[String(holder.object)]?.[step]
  if (include && (value === undefined || typeof value === 'string')) return include(scope, String(holder.id))
  if (typeof value === 'string') return lookUp(scope, value) ?? refuse(path)
  if (Array.isArray(value)) {
    return value.map((each) => (typeof each === 'string' ? (lookUp(scope, each) ?? each) : each))
  }
  if (typeof value === 'object') return value
  throw cannotExpand(path)
}

function lookUp(scope: Scope, id: string): Json | undefined {
  const record = scope.world.get(scope.account, id) ?? scope.world.get(platform, id)
  // Only accounts are visible across accounts, because an account's objects may contain its own id.
  const isVisible = record && (scope.world.get(scope.account, id) || record.object === 'account')
  return isVisible ? present(scope, record) : undefined
}

function refuse(path: string): never {
  throw cannotExpand(path)
}

function cannotExpand(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
