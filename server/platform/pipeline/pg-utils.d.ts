declare module 'pg/lib/utils.js' {
  /** Serializes a value as node-postgres does for a statement's parameter. */
  export function prepareValue(value: unknown): string | Buffer | null
}
