import { Resolver } from 'node:dns/promises'

export interface Dns {
  /**
   * The texts of a name's TXT records, each joined from its parts.
   * @throws DnsUnanswered when no name server answers
   */
  texts(name: string): Promise<string[]>
}

export class DnsUnanswered extends Error {
  override name = 'DnsUnanswered'
}

const mostRecords = 20
const mostCharacters = 512

const absentCodes = ['ENOTFOUND', 'ENODATA']

/** @param options.servers `address:port`; absent: the machine's */
export function openDns(options: { servers?: string[]; tryMs?: number; totalMs?: number } = {}): Dns {
  const { servers, tryMs = 2_000, totalMs = 5_000 } = options
  return {
    async texts(name) {
      const resolver = new Resolver({ timeout: tryMs, tries: 2 })
      if (servers) resolver.setServers(servers)
      const limit = setTimeout(() => resolver.cancel(), totalMs)
      try {
        const records = await resolver.resolveTxt(name)
        return records
          .slice(0, mostRecords)
          .map((parts) => parts.join(''))
          .filter((text) => text.length <= mostCharacters)
      } catch (error) {
        const { code = '' } = error as { code?: string }
        if (absentCodes.includes(code)) return []
        throw new DnsUnanswered(`TXT records could not be read: ${code}`, { cause: error })
      } finally {
        clearTimeout(limit)
      }
    },
  }
}
