export const resendMs = 2_000

/** Sends the current slide: one call at a time, and only the last of several turns meanwhile. */
export interface SlideSender {
  show(slide: number): void
  stop(): void
}

/**
 * @param send
 * @throws when it did not arrive; `isFinal` means that a retry cannot succeed
 * @param onLost receives true while the room may be behind
 */
export function createSlideSender({
  send,
  isFinal,
  wait,
  onLost,
}: {
  send(slide: number): Promise<unknown>
  isFinal(error: unknown): boolean
  wait(run: () => void, delayMs: number): () => void
  onLost(isLost: boolean): void
}): SlideSender {
  let wanted: number | null = null
  let isSending = false
  let endWait: (() => void) | null = null

  async function next(): Promise<void> {
    if (isSending || wanted === null) return
    const slide = wanted
    wanted = null
    isSending = true
    try {
      await send(slide)
      onLost(false)
    } catch (error) {
      if (!isFinal(error)) {
        onLost(true)
        wanted ??= slide
        endWait = wait(() => void next(), resendMs)
        return
      }
    } finally {
      isSending = false
    }
    await next()
  }

  return {
    show(slide) {
      wanted = slide
      endWait?.()
      void next()
    },
    stop() {
      endWait?.()
      wanted = null
    },
  }
}
