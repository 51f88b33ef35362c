import { type Dns, DnsUnanswered } from '#server/platform/dns.ts'

export interface TestDns extends Dns {
  /** Null: no name server answers for this name. */
  set(name: string, texts: string[] | null): void
}

export function testDns(): TestDns {
  const records = new Map<string, string[] | null>()
  return {
    set: (name, texts) => void records.set(name, texts),
    async texts(name) {
      const found = records.get(name)
      if (found === null) throw new DnsUnanswered('a test lets no name server answer')
      return found ?? []
    },
  }
}
