import { useEffect, useState } from 'react'

const typingPauseMs = 200

/** A typed value once it has stayed the same for a moment. */
export function useSettled<Value>(value: Value, pauseMs = typingPauseMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
