import type { Session } from '@supabase/auth-js'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { lacksSecondStep } from './session-methods.ts'

/** What this tab knows of its session. */
export interface KeptSession {
  /** After it ended elsewhere the last one, so that the page stays as it is. */
  session: Session | null
  /** It ended elsewhere while a page that needs one was shown; the same person may sign in again. */
  hasEnded: boolean
  /** After it ended: the person's new session, which lacks the second step. */
  halfway: Session | null
}

/** What follows for the rest of the page. */
export interface SessionEffects {
  /** Another person, or nobody: what was read before must not be visible any more. */
  forget(): void
  /** The second step was taken or lost: what was read before may lack patients' data. */
  readAgain(): void
  /** Another person signed in over a page that was kept: nothing of it may stay. */
  startOver(): void
}

/**
 * Follows the auth client's sessions. Where one ends elsewhere (signed out in another tab, revoked on another device), the
 * page and its unfinished work are kept until the same person is back.
 */
export class SessionKeeper {
  private kept: KeptSession = { session: null, hasEnded: false, halfway: null }
  private effects: SessionEffects | null = null
  private pagesInNeed = 0
  private isProven = false
  private readonly listeners = new Set<() => void>()

  readonly current = (): KeptSession => this.kept

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** @returns disconnects */
  connect(effects: SessionEffects): () => void {
    this.effects = effects
    return () => {
      this.effects = null
    }
  }

  /** While a page is shown that needs a session. @returns to be called when it is left */
  need(): () => void {
    this.pagesInNeed += 1
    return () => {
      this.pagesInNeed -= 1
      // nothing is left that could be kept
      if (this.pagesInNeed === 0 && this.kept.hasEnded) this.end()
    }
  }

  /** The server has confirmed the session that was found on arrival: from now on its end is news. */
  prove(): void {
    this.isProven = true
  }

  /** Takes the auth client's present session, or null when there is none. */
  accept(next: Session | null): void {
    const { session: last, hasEnded } = this.kept
    const mayKeep = this.pagesInNeed > 0 && this.isProven
    if (hasEnded) this.acceptReturn(next)
    else if (last && !next && mayKeep) this.change({ session: last, hasEnded: true, halfway: null })
    else if (last && next && next.user.id !== last.user.id && mayKeep) this.effects?.startOver()
    else this.replace(next)
  }

  /**
   * Waits until the person whose session has ended is back.
   *
   * @returns false when nobody is missing, or the page was left
   * @throws the signal's reason when it aborts first
   */
  whenBack(signal?: AbortSignal | null): Promise<boolean> {
    if (!this.kept.hasEnded) return Promise.resolve(false)
    return new Promise((done, fail) => {
      const settle = (finish: () => void) => {
        stop()
        signal?.removeEventListener('abort', abort)
        finish()
      }
      const abort = () => settle(() => fail(signal?.reason))
      const stop = this.subscribe(() => {
        const { hasEnded, session } = this.kept
        if (!hasEnded) settle(() => done(session !== null))
      })
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
    })
  }

  private acceptReturn(next: Session | null): void {
    const { session: last } = this.kept
    if (!next) this.change({ session: last, hasEnded: true, halfway: null })
    else if (next.user.id !== last?.user.id) this.effects?.startOver()
    else if (lacksSecondStep(next)) this.change({ session: last, hasEnded: true, halfway: next })
    else this.replace(next)
  }

  private replace(next: Session | null): void {
    const { session: last } = this.kept
    this.change({ session: next, hasEnded: false, halfway: null })
    if (!last) return
    if (last.user.id !== next?.user.id) this.effects?.forget()
    else if (levelOnScreen(last.access_token) !== levelOnScreen(next.access_token)) this.effects?.readAgain()
  }

  private end(): void {
    this.change({ session: null, hasEnded: false, halfway: null })
    this.effects?.forget()
  }

  private change(kept: KeptSession): void {
    this.kept = kept
    for (const listener of [...this.listeners]) listener()
  }
}

/** The session of this tab. */
export const sessionKeeper = new SessionKeeper()
