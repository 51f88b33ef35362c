import { ConfigError } from './config-error.ts'
import type { SettingName } from './settings.ts'

export type Env = Record<string, string | undefined>

export function words(list: string): string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '')
}

export function text(env: Env, name: SettingName): string | null {
  return env[name]?.trim() || null
}

export function required(env: Env, name: SettingName): string {
  const value = text(env, name)
  if (!value) throw new ConfigError(`${name} is missing`)
  return value
}

export function secret(env: Env, name: SettingName, minLength: number): string {
  const value = required(env, name)
  if (value.length < minLength)
    throw new ConfigError(`${name} is too short: at least ${minLength} characters`)
  return value
}

export function wholeNumber(env: Env, name: SettingName, fallback: string, min: number, max: number): number {
  const value = text(env, name) ?? fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
  }
  return number
}

export function oneOf<const T extends string>(
  env: Env,
  name: SettingName,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name)
  if (value === null) return fallback
  if (!allowed.includes(value as T))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return value as T
}
