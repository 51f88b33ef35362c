import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errorStatus } from '#domain/errors.ts'

export interface FunctionDoc {
  /** the folder below server/features */
  feature: string
  /** the docstring's first sentence */
  summary: string
  /** the rest, with a blank line between paragraphs */
  description: string
  /** the sentence after `@returns`; empty without one */
  returns: string
  /** the refusals that the docstring names */
  errors: ErrorCode[]
}

const featuresFolder = fileURLToPath(new URL('../../server/features/', import.meta.url))
const declaration =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = (?:\w+\(\s*)?(?:action|outwardAction)\(\{\s*name: '([^']+)'/g

/** Reads the docstring of each action below server/features, by the action's name. */
export function readFunctionDocs(): Map<string, FunctionDoc> {
  const docs = new Map<string, FunctionDoc>()
  for (const entry of readdirSync(featuresFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.test)\.ts$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const feature = path.slice(featuresFolder.length).split('/')[0] ?? ''
    for (const [, comment = '', name = ''] of readFileSync(path, 'utf8').matchAll(declaration))
      docs.set(name, docOf(feature, comment))
  }
  return docs
}

function docOf(feature: string, comment: string): FunctionDoc {
  const text = comment.replaceAll(/^\s*\* ?/gm, '').trim()
  const [prose = '', ...tags] = text.split(/^@/m)
  const paragraphs = withoutCitations(prose)
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean)
  const [, first = '', rest = ''] = /^(.*?[.!?])(?:\s+(.*))?$/.exec(paragraphs[0] ?? '') ?? [
    '',
    paragraphs[0] ?? '',
  ]
  const returns = tags.find((tag) => tag.startsWith('returns'))?.slice('returns'.length) ?? ''
  const thrown = tags.filter((tag) => tag.startsWith('throws')).join(' ')
  return {
    feature,
    summary: first,
    description: [rest, ...paragraphs.slice(1)].filter(Boolean).join('\n\n'),
    returns: oneLine(withoutCitations(returns)),
    errors: [...thrown.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code).filter(isErrorCode),
  }
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && code in errorStatus
}

/** Documents of the repository mean nothing to a caller of the API. */
function withoutCitations(text: string): string {
  return text.replaceAll(/\s*\((?:docs|ARCHITECTURE|server|domain)[^()]*\)/g, '')
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
