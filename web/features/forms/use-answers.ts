import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answers, EnteredAnswer, EnteredAnswers } from '#domain/forms/forms.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { storeUnsentAnswers, unsentAnswers } from '#web/lib/offline/unsent-answers.ts'
import type { OpenForm } from './queries.ts'

/** After the last change. */
const pauseMs = 700
const retryMs = 3_000
const finalStatuses = [400, 403, 404, 409]

/** `refused`: the server will not store the answers, such as of a form that was signed elsewhere. */
export type SaveState = 'saved' | 'unsent' | 'failing' | 'refused'

export interface FilledForm {
  answers: Answers
  change(fieldId: string, answer: EnteredAnswer): void
  state: SaveState
  /** Of the last save by this page; null before. */
  savedAt: Date | null
  error: unknown
  /**
   * Saves what is unsent.
   * @returns the version of the stored answers
   * @throws the failure of the save
   */
  flush(): Promise<number>
  /** Shows the answers of the server, and unsent ones over them. */
  take(fresh: Pick<OpenForm, 'answers' | 'version'>): void
}

/**
 * The answers of a form that is being filled in. Each change is stored in the tab at once and on the server after a short
 * pause; a failed save is repeated until it succeeds.
 *
 * @param owner user id
 * @param reload reads the stored answers, after a save in another window
 */
export function useAnswers(
  form: OpenForm,
  owner: string,
  reload: () => Promise<Pick<OpenForm, 'answers' | 'version'> | null>,
): FilledForm {
  const unsent = useRef<EnteredAnswers>(unsentAnswers(owner, form.id) as EnteredAnswers)
  const version = useRef(form.version)
  const [answers, setAnswers] = useState<Answers>(() => ({ ...form.answers, ...unsent.current }))
  const [state, setState] = useState<SaveState>(() => (hasAny(unsent.current) ? 'unsent' : 'saved'))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [error, setError] = useState<unknown>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const refresh = useRef(reload)
  refresh.current = reload

  const take = useCallback((fresh: Pick<OpenForm, 'answers' | 'version'>) => {
    version.current = fresh.version
    setAnswers({ ...fresh.answers, ...unsent.current })
  }, [])

  const saveAll = useCallback(async () => {
    while (hasAny(unsent.current)) {
      const sent = unsent.current
      const saved = await callFunction('save-answers', { requestId: form.id, answers: sent })
      unsent.current = Object.fromEntries(
        Object.entries(unsent.current).filter(([id, answer]) => answer !== sent[id]),
      )
      storeUnsentAnswers(owner, form.id, unsent.current)
      setSavedAt(new Date(saved.savedAt))
      const isAlone = saved.version === version.current + 1
      version.current = saved.version
      if (!isAlone) {
        const fresh = await refresh.current()
        if (fresh) take(fresh)
      }
    }
  }, [form.id, owner, take])

  const save = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    running.current ??= saveAll()
      .then(
        () => {
          setState('saved')
          setError(null)
        },
        (failure: unknown) => {
          setError(failure)
          const isFinal = failure instanceof ApiError && finalStatuses.includes(failure.status)
          setState(isFinal ? 'refused' : 'failing')
          if (!isFinal) timer.current = setTimeout(() => void save().catch(() => {}), retryMs)
          throw failure
        },
      )
      .finally(() => {
        running.current = null
      })
    return running.current
  }, [saveAll])

  useEffect(() => {
    // of a page that was reloaded before they were saved
    if (hasAny(unsent.current)) void save().catch(() => {})
    return () => clearTimeout(timer.current)
  }, [save])

  return {
    answers,
    state,
    savedAt,
    error,
    take,
    change(fieldId, answer) {
      unsent.current = { ...unsent.current, [fieldId]: answer }
      storeUnsentAnswers(owner, form.id, unsent.current)
      setAnswers((before) => ({ ...before, [fieldId]: answer }))
      setState((before) => (before === 'saved' ? 'unsent' : before))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save().catch(() => {}), pauseMs)
    },
    async flush() {
      await running.current?.catch(() => {})
      await save()
      return version.current
    },
  }
}

const hasAny = (answers: Answers) => Object.keys(answers).length > 0
