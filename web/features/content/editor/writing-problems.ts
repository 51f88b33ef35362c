import { saveContentInput } from '#domain/content/content.ts'
import type { Writing } from './autosave.ts'

/** Errors by the field's path: `title`, `body.alt`, `body.slides.3.heading`. */
export type WritingProblems = Record<string, string>

/** Errors that this page can find before a save. */
export function writingProblems(itemId: string, writing: Writing): WritingProblems {
  const { error } = saveContentInput.safeParse({ itemId, version: 1, ...writing })
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse(),
  )
}

/** Errors of one field and below, by relative path; the field's own is ''. */
export function problemsWithin(problems: WritingProblems, field: string): WritingProblems {
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([path]) => path === field || path.startsWith(`${field}.`))
      .map(([path, problem]) => [path.slice(field.length + 1), problem]),
  )
}
