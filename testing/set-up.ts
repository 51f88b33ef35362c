import { afterAll } from 'vitest'
import { openTestDatabase } from './database/database.ts'
import { openTestServices } from './database/services.ts'
import { aClinic } from './sign-in/people.ts'

/** @returns the same function, which also closes what it opens after the tests of its file */
export function closedAtEnd<Options extends unknown[], Opened extends { close(): Promise<void> }>(
  open: (...options: Options) => Promise<Opened>,
): (...options: Options) => Promise<Opened> {
  return async (...options) => {
    const opened = await open(...options)
    afterAll(() => opened.close())
    return opened
  }
}

export const setUpDatabase = closedAtEnd(openTestDatabase)

export const setUpServices = closedAtEnd(openTestServices)

/** Services and a clinic of a test file. */
export async function setUpClinic(
  options?: Parameters<typeof openTestServices>[0],
  clinicOptions?: Parameters<typeof aClinic>[1],
) {
  const test = await setUpServices(options)
  return { test, clinic: await aClinic(test.db, clinicOptions) }
}
