import { saveContentInput } from '#domain/content/content.ts'
import type { Writing } from './autosave.ts'

/** What is wrong, in words, by the path of the field: `title`, `body.alt`, `body.slides.3.heading`. */
export type WritingProblems = Record<string, string>

/** What stands in the way of saving, as far as this page knows. */
export function writingProblems(itemId: string, writing: Writing): WritingProblems {
  const { error } = saveContentInput.safeParse({ itemId, version: 1, ...writing })
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse(),
  )
}

/** Those of one field and what is in it, by their path from there on; that of the field itself is ''. */
export function problemsWithin(problems: WritingProblems, field: string): WritingProblems {
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([path]) => path === field || path.startsWith(`${field}.`))
      .map(([path, problem]) => [path.slice(field.length + 1), problem]),
  )
}
