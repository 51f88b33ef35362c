import { fileURLToPath } from 'node:url'
import { isTypeAliasDeclaration } from 'typescript/unstable/ast/is'
import { API, type Checker, type Symbol as TsSymbol, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { JsonSchema } from '#domain/api/api-document.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const declaringFile = `${root}web/lib/fetch/actions.ts`

/**
 * Derives the schema of each function's answer from its TypeScript type, as JSON carries it.
 *
 * @returns by the function's name, without the functions that answer nothing
 */
export function readAnswerSchemas(): Map<string, JsonSchema> {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()[0]
    const file = project?.program.getSourceFile(declaringFile)
    const declared = file?.statements.find(
      (statement) => isTypeAliasDeclaration(statement) && statement.name.text === 'Actions',
    )
    if (!project || !declared || !isTypeAliasDeclaration(declared))
      throw new Error(`${declaringFile} declares no type Actions`)
    const { checker } = project
    const actions = checker.getTypeFromTypeNode(declared.type)
    if (!actions) throw new Error('the type Actions cannot be read')
    const converter = new Converter(checker)
    const answers = new Map<string, JsonSchema>()
    for (const action of checker.getPropertiesOfType(actions)) {
      const output = checker.getPropertyOfType(typeOf(checker, action), 'output')
      const schema = output && converter.schemaOf(typeOf(checker, output))
      if (schema) answers.set(action.name, schema)
    }
    return answers
  } finally {
    api.close()
  }
}

function typeOf(checker: Checker, symbol: TsSymbol): Type {
  const type = checker.getTypeOfSymbol(symbol)
  if (!type) throw new Error(`${symbol.name} has no type`)
  return type
}

const isNothing = ({ flags }: Type) =>
  (flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) !== 0

/** Deeper answers would be a type that refers to itself. */
const maxDepth = 12

class Converter {
  private readonly checker: Checker
  private depth = 0

  constructor(checker: Checker) {
    this.checker = checker
  }

  /** @returns undefined for a type without a value in JSON */
  schemaOf(type: Type): JsonSchema | undefined {
    if (isNothing(type)) return undefined
    if (type.isUnionType()) return this.unionOf(type.getTypes())
    if (type.isLiteralType()) return { const: type.value }
    const { flags } = type
    if (flags & TypeFlags.StringLike) return { type: 'string' }
    if (flags & TypeFlags.NumberLike) return { type: 'number' }
    if (flags & TypeFlags.BooleanLike) return { type: 'boolean' }
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    return this.objectOf(type)
  }

  private unionOf(members: readonly Type[]): JsonSchema | undefined {
    const present = members.filter((member) => !isNothing(member))
    const isBoolean = present.filter((member) => member.isBooleanLiteralType()).length === 2
    const literals = present.filter(
      (member) => member.isLiteralType() && !(isBoolean && member.isBooleanLiteralType()),
    )
    const isNull = ({ flags }: Type) => (flags & TypeFlags.Null) !== 0
    const others = present
      .filter((member) => !member.isLiteralType())
      .sort((a, b) => Number(isNull(a)) - Number(isNull(b)))
    const options = this.schemasOf(others)
    if (isBoolean) options.unshift({ type: 'boolean' })
    if (literals.length > 1)
      options.unshift({ enum: literals.map((literal) => (literal.isLiteralType() ? literal.value : null)) })
    else options.unshift(...this.schemasOf(literals))
    return options.length > 1 ? { anyOf: options } : options[0]
  }

  private schemasOf(types: readonly Type[]): JsonSchema[] {
    return types.map((type) => this.schemaOf(type)).filter((schema) => schema !== undefined)
  }

  private objectOf(type: Type): JsonSchema {
    const { checker } = this
    if (checker.isTupleType(type) && type.isTypeReference())
      return {
        type: 'array',
        prefixItems: checker.getTypeArguments(type).map((item) => this.schemaOf(item) ?? {}),
      }
    if (checker.isArrayLikeType(type) && type.isTypeReference())
      return { type: 'array', items: this.schemaOf(checker.getTypeArguments(type)[0] as Type) ?? {} }
    if (++this.depth > maxDepth) throw new Error(`${checker.typeToString(type)} refers to itself`)
    const schema = this.propertiesOf(type)
    this.depth--
    return schema
  }

  private propertiesOf(type: Type): JsonSchema {
    const { checker } = this
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      const value = typeOf(checker, property)
      const schema = this.schemaOf(value)
      if (!schema) continue
      const description = checker.getDocumentationCommentOfSymbol(property).replaceAll(/\s+/g, ' ').trim()
      properties[property.name] = { ...schema, ...(description && { description }) }
      const mayBeAbsent = value.isUnionType() && value.getTypes().some(isNothing)
      if (!mayBeAbsent) required.push(property.name)
    }
    const index = checker.getIndexInfosOfType(type)[0]
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.schemaOf(index.valueType) ?? {} }),
    }
  }
}
