/** A record with another value of one of its optional properties; without the property if the value is undefined. */
export function withOptional<Of extends object, Name extends keyof Of>(
  of: Of,
  name: Name,
  value: Of[Name] | undefined,
): Of {
  const { [name]: _, ...others } = of;
  return { ...others, ...(value !== undefined && { [name]: value }) } as Of;
}
