import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Parses the type declarations of the Stripe SDK. TypeScript 7 has no compiler API, so this reads the constructs in
 * those generated files: interfaces, type aliases, namespaces, imports.
 */
export type SdkType =
  | { kind: 'primitive'; name: string }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'array'; of: SdkType }
  | { kind: 'union'; of: SdkType[] }
  | { kind: 'object'; members: SdkMember[]; index?: SdkType; extends: SdkType[] }
  | { kind: 'reference'; name: string; arguments: SdkType[]; scope: Scope }

export interface SdkMember {
  name: string
  optional: boolean
  type: SdkType
}

interface Scope {
  parent?: Scope
  file: string
  declarations: Map<string, SdkType>
  namespaces: Map<string, Scope>
  imports: Map<string, { file: string; name: string | '*' }>
}

const resources = join(dirname(fileURLToPath(import.meta.resolve('stripe'))), 'resources')
const files = new Map<string, Scope>()

/**
 * A declared type by its file below the SDK's `resources` folder and its name: `declared('Checkout/Sessions',
 * 'Session')`.
 * @throws Error for an undeclared name
 */
export function declared(file: string, name: string): SdkType {
  const found = lookUp(scopeOf(join(resources, `${file}.d.ts`)), name.split('.'))
  if (!found) throw new Error(`The Stripe SDK declares no ${name} in ${file}`)
  return found
}

/** Resolves a reference; an unknown name (a built-in such as Record) is `any`. */
export function resolved(type: SdkType): SdkType {
  if (type.kind !== 'reference') return type
  const [first] = type.arguments
  if (type.name === 'Array' && first) return { kind: 'array', of: first }
  if (type.name === 'Emptyable' && first) {
    return {
      kind: 'union',
      of: [{ kind: 'primitive', name: 'null' }, { kind: 'literal', value: '' }, first],
    }
  }
  if (type.name === 'ApiList' && first) return listOf(first)
  if (type.name === 'OtherString' || type.name === 'Decimal') return { kind: 'primitive', name: 'string' }
  const found = lookUp(type.scope, type.name.split('.'))
  return found ? resolved(found) : { kind: 'primitive', name: 'any' }
}

export function membersOf(type: SdkType): SdkMember[] {
  const object = resolved(type)
  if (object.kind !== 'object') return []
  return [...object.extends.flatMap(membersOf), ...object.members]
}

function listOf(of: SdkType): SdkType {
  const member = (name: string, type: SdkType): SdkMember => ({ name, optional: false, type })
  return {
    kind: 'object',
    extends: [],
    members: [
      member('object', { kind: 'literal', value: 'list' }),
      member('data', { kind: 'array', of }),
      member('has_more', { kind: 'primitive', name: 'boolean' }),
      member('url', { kind: 'primitive', name: 'string' }),
    ],
  }
}

function lookUp(scope: Scope, path: string[]): SdkType | undefined {
  const [head, ...rest] = path as [string, ...string[]]
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const imported = at.imports.get(head)
    if (imported) {
      const target = scopeOf(imported.file)
      return imported.name === '*' ? lookUp(target, rest) : lookUp(target, [imported.name, ...rest])
    }
    if (rest.length === 0 && at.declarations.has(head)) return at.declarations.get(head)
    const inner = rest.length > 0 ? at.namespaces.get(head) : undefined
    const found = inner && lookUp(inner, rest)
    if (found) return found
  }
  return undefined
}

function scopeOf(file: string): Scope {
  const known = files.get(file)
  if (known) return known
  const scope = newScope(file)
  files.set(file, scope)
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const reader = new Reader(source.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|=>|[\w$]+|[^\s]/g) ?? [])
  reader.statements(scope)
  return scope
}

function newScope(file: string, parent?: Scope): Scope {
  return { parent, file, declarations: new Map(), namespaces: new Map(), imports: new Map() }
}

class Reader {
  private at = 0
  private readonly tokens: string[]

  constructor(tokens: string[]) {
    this.tokens = tokens
  }

  statements(scope: Scope) {
    while (this.at < this.tokens.length && !this.is('}')) {
      const word = this.next()
      if (word === 'import') this.import(scope)
      else if (word === 'interface') this.interface(scope)
      else if (word === 'type') this.alias(scope)
      else if (word === 'namespace') this.namespace(scope)
      else if (word === 'class') this.skipBlock()
      else if (word === 'export' && (this.is('{') || this.is('*'))) this.reexport(scope)
      else if (word === 'const') while (!this.is(';')) this.next()
    }
  }

  private import(scope: Scope) {
    const names: [string, string][] = []
    if (this.tokens[this.at + 1] === '=') return this.alias(scope)
    if (this.take('*')) {
      this.next()
      names.push([this.next(), '*'])
    } else {
      this.expect('{')
      while (!this.take('}')) {
        const name = this.next()
        names.push([this.take('as') ? this.next() : name, name])
        this.take(',')
      }
    }
    this.expect('from')
    const file = this.file(scope)
    for (const [local, name] of names) scope.imports.set(local, { file, name })
  }

  private reexport(scope: Scope) {
    if (this.take('*')) {
      this.expect('from')
      for (const [name, type] of scopeOf(this.file(scope)).declarations) scope.declarations.set(name, type)
      return
    }
    this.expect('{')
    const names: string[] = []
    while (!this.take('}')) {
      names.push(this.next())
      if (this.take('as')) names[names.length - 1] = this.next()
      this.take(',')
    }
    if (!this.take('from')) return
    const file = this.file(scope)
    for (const name of names) scope.imports.set(name, { file, name })
  }

  private file(scope: Scope): string {
    return join(dirname(scope.file), text(this.next()).replace(/\.js$/, '.d.ts'))
  }

  private interface(scope: Scope) {
    const name = this.next()
    if (this.is('<')) this.skipUntil('{')
    const parents: SdkType[] = []
    if (this.take('extends')) {
      do parents.push(this.single(scope))
      while (this.take(','))
    }
    // An interface finds the namespace of its name through ordinary qualified lookup.
    scope.declarations.set(name, { ...this.object(scope), extends: parents })
  }

  private alias(scope: Scope) {
    const name = this.next()
    if (this.is('<')) this.skipUntil('=')
    this.expect('=')
    scope.declarations.set(name, this.type(scope))
  }

  private namespace(scope: Scope) {
    const name = this.next()
    const inner = scope.namespaces.get(name) ?? newScope(scope.file, scope)
    scope.namespaces.set(name, inner)
    this.expect('{')
    this.statements(inner)
    this.expect('}')
  }

  private object(scope: Scope): Extract<SdkType, { kind: 'object' }> {
    const object: Extract<SdkType, { kind: 'object' }> = { kind: 'object', members: [], extends: [] }
    this.expect('{')
    while (!this.take('}')) {
      this.take('readonly')
      if (this.take('[')) {
        this.skipUntil(']')
        this.expect(']')
        this.expect(':')
        object.index = this.type(scope)
      } else {
        const name = text(this.next())
        const optional = this.take('?')
        this.expect(':')
        object.members.push({ name, optional, type: this.type(scope) })
      }
      this.take(';')
    }
    return object
  }

  private type(scope: Scope): SdkType {
    this.take('|')
    const of = [this.intersection(scope)]
    while (this.take('|')) of.push(this.intersection(scope))
    return of.length === 1 && of[0] ? of[0] : { kind: 'union', of }
  }

  /** Only `string & Record<never, never>` occurs, which means "any string": the first part decides. */
  private intersection(scope: Scope): SdkType {
    const first = this.single(scope)
    while (this.take('&')) this.single(scope)
    return first
  }

  private single(scope: Scope): SdkType {
    let type: SdkType
    if (this.is('{')) type = this.object(scope)
    else if (this.take('(')) {
      type = this.type(scope)
      this.expect(')')
    } else {
      const word = this.next()
      if (/^['"]/.test(word)) type = { kind: 'literal', value: text(word) }
      else if (/^\d/.test(word)) type = { kind: 'literal', value: Number(word) }
      else if (word === 'true' || word === 'false') type = { kind: 'literal', value: word === 'true' }
      else if (/^(string|number|boolean|null|void|any|unknown|undefined|never)$/.test(word)) {
        type = { kind: 'primitive', name: word }
      } else type = this.reference(scope, word)
    }
    while (this.take('[')) {
      this.expect(']')
      type = { kind: 'array', of: type }
    }
    return type
  }

  private reference(scope: Scope, word: string): SdkType {
    let name = word
    while (this.take('.')) name += `.${this.next()}`
    const args: SdkType[] = []
    if (this.take('<')) {
      while (!this.take('>')) {
        args.push(this.type(scope))
        this.take(',')
      }
    }
    return { kind: 'reference', name, arguments: args, scope }
  }

  private skipUntil(token: string) {
    while (!this.is(token)) this.next()
  }

  private skipBlock() {
    this.skipUntil('{')
    let depth = 0
    do {
      const token = this.next()
      if (token === '{') depth++
      if (token === '}') depth--
    } while (depth > 0)
  }

  private is(token: string): boolean {
    return this.tokens[this.at] === token
  }

  private take(token: string): boolean {
    if (!this.is(token)) return false
    this.at++
    return true
  }

  private expect(token: string) {
    if (!this.take(token)) throw new Error(`Expected ${token}, found ${this.tokens[this.at]}`)
  }

  private next(): string {
    const token = this.tokens[this.at++]
    if (token === undefined) throw new Error('A declaration file ended early')
    return token
  }
}

function text(token: string): string {
  return /^['"]/.test(token) ? token.slice(1, -1) : token
}
