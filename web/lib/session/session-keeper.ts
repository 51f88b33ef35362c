import type { Session } from '@supabase/auth-js'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { lacksSecondStep } from './session-methods.ts'

export interface KeptSession {
  /** The last session if it ended elsewhere, so that the page stays. */
  session: Session | null
  /** The session ended elsewhere while a page needed it; the same user may sign in again. */
  hasEnded: boolean
  /** After it ended: the user's new session, still without the second step. */
  halfway: Session | null
}

export interface SessionEffects {
  /** Another user, or a sign-out: earlier data must disappear. */
  forget(): void
  /** The assurance level changed: earlier reads may lack patients' data. */
  readAgain(): void
  /** Another user signed in over the page: reload without its state. */
  startOver(): void
}

/**
 * Follows the auth client's sessions. If one ends elsewhere (another tab or device), the page and its unfinished work
 * stay until the same user returns.
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

  connect(effects: SessionEffects): () => void {
    this.effects = effects
    return () => {
      this.effects = null
    }
  }

  /** A page that needs a session was opened. @returns to call when it is left */
  need(): () => void {
    this.pagesInNeed += 1
    return () => {
      this.pagesInNeed -= 1
      // no page is left to preserve
      if (this.pagesInNeed === 0 && this.kept.hasEnded) this.end()
    }
  }

  /** The server confirmed the stored session: from now on its end is reported. */
  prove(): void {
    this.isProven = true
  }

  accept(next: Session | null): void {
    const { session: last, hasEnded } = this.kept
    const mayKeep = this.pagesInNeed > 0 && this.isProven
    if (hasEnded) this.acceptReturn(next)
    else if (last && !next && mayKeep) this.change({ session: last, hasEnded: true, halfway: null })
    else if (last && next && next.user.id !== last.user.id && mayKeep) this.effects?.startOver()
    else this.replace(next)
  }

  /**
   * Waits until the user of an ended session returns.
   *
   * @returns false if no session ended, or the page was left
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

export const sessionKeeper = new SessionKeeper()
