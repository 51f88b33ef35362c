const protocolPath =
  /^\/(auth\/v1|rest\/v1|functions\/v1|files\/v1|calendars\/v1|live\/v1|reads\/v1|reports\/v1|fhir\/r4|hooks|docs|dev|sandbox|health|ready)(\/|\.|\?|$)/

/** Ignores doubled slashes. All other paths are the web app's. */
export function isProtocolPath(path: string): boolean {
  return protocolPath.test(path.replace(/\/{2,}/g, '/'))
}
