/** Longest text whose format is looked at. */
const MAX_CHARS = 4_000;

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const most = DAYS[month - 1];
  if (most === undefined || day < 1 || day > most) return false;
  return !(month === 2 && day === 29) || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|[+-](\d\d):(\d\d))$/.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [zoneHour, zoneMinute] = [Number(match[4] ?? 0), Number(match[5] ?? 0)];
  return hour < 24 && minute < 60 && second <= 60 && zoneHour < 24 && zoneMinute < 60;
}

const isDateTime = (text: string): boolean =>
  /^.{10}[tT ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

const isDuration = (text: string): boolean =>
  /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text);

const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256 && !/^0\d/.test(part));

function isIpv6(text: string): boolean {
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const whole = tail.includes('.') ? (isIpv4(tail) ? `${text.slice(0, -tail.length)}0:0` : '') : text;
  const halves = whole.split('::');
  if (whole === '' || halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[\da-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

const isHostname = (text: string): boolean =>
  text.length <= 253 &&
  text.split('.').every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})$/u.test(label) && !label.endsWith('-'));

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [user, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1) return false;
  const isPlain = /^[^\s"(),:;<>@[\\\]]+$/.test(user) && !/^\.|\.\.|\.$/.test(user);
  if (!isPlain && !/^"[^"]*"$/.test(user)) return false;
  return isHostname(host) || /^\[(?:IPv6:)?[\da-fA-F.:]+\]$/.test(host);
}

const isUriReference = (text: string): boolean =>
  !/[\s<>"{}|\\^`\u0000-\u001f]/.test(text) && !/%(?![\da-fA-F]{2})/.test(text);
const isUri = (text: string): boolean => /^[a-zA-Z][a-zA-Z\d+.-]*:/.test(text) && isUriReference(text);
const isPointer = (text: string): boolean => text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));

/** The formats that are looked at, by name; others are taken as a remark. Each takes time linear in the text. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  duration: isDuration,
  email: isEmail,
  'idn-email': isEmail,
  hostname: isHostname,
  'idn-hostname': isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': isUriReference,
  iri: isUri,
  'iri-reference': isUriReference,
  uuid: (text) => /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/.test(text),
  'json-pointer': isPointer,
  'relative-json-pointer': (text) => /^(?:0|[1-9]\d*)(?:#$|$|\/)/.test(text) && isPointer(text.replace(/^\d+#?/, '')),
};

/** Whether a text is of a format; null for a format that is not looked at, and for a very long text. */
export function fitsFormat(format: string, text: string): boolean | null {
  const test = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return test === undefined || text.length > MAX_CHARS ? null : test(text);
}
