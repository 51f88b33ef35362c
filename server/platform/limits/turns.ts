/** First between groups, then between the members of a group. */
export interface Turns {
  /** @param of the group and its member */
  run<T>(of: readonly [group: string, member: string], work: () => Promise<T>): Promise<T>
}

/** Both in the order of their turns. */
type Waiting = Map<string, Map<string, (() => void)[]>>

export function createTurns(): Turns {
  const waiting: Waiting = new Map()
  let isBusy = false

  const begin = () => {
    const next = takeNext(waiting)
    isBusy = next !== null
    next?.()
  }
  return {
    async run([group, member], work) {
      if (isBusy) {
        await new Promise<void>((resolve) => {
          const members = waiting.get(group) ?? new Map<string, (() => void)[]>()
          waiting.set(group, members)
          members.set(member, [...(members.get(member) ?? []), resolve])
        })
      }
      isBusy = true
      try {
        return await work()
      } finally {
        begin()
      }
    },
  }
}

/** Takes the oldest work of the next member, and moves the member and its group to the end. */
function takeNext(waiting: Waiting): (() => void) | null {
  const [entry] = waiting
  if (!entry) return null
  const [group, members] = entry
  const [first] = members
  if (!first) throw new Error('a group without members was left')
  const [member, [next, ...later]] = first
  members.delete(member)
  if (later.length > 0) members.set(member, later)
  waiting.delete(group)
  if (members.size > 0) waiting.set(group, members)
  return next ?? null
}
