import { useEffect, useState } from 'react'

const typingPauseMs = 200

export function useSettled<Value>(value: Value, pauseMs = typingPauseMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
