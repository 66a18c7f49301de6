import type { servicesValues } from '../failures/services.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about remote services, in English. */
export const servicesTexts: TextsOf<typeof servicesValues> = {
  'no-web-address': 'This is not a web address. It looks like https://statistics.example.org/',
  'other-scheme': ({ scheme }) => `Addresses that begin with ${scheme}:// cannot be read, only http:// and https://.`,
  'record-without-name': ({ host }) => `${host} answered with a record that has no name.`,
  'list-without-end': ({ host, pages }, f) =>
    `This list at ${host} has more than ${f.number(pages)} pages. Tell the operator of the service.`,
  'list-in-a-circle': ({ host }) => `The pages of this list at ${host} form a loop. Tell the operator of the service.`,
  'query-not-told': ({ host }) =>
    `${host} accepted the query but does not report what it saved. Check its list of queries.`,
  'no-query-address': 'This is not the address of a saved query.',
  'no-such-connection': 'This connection no longer exists.',
  'not-with-own-service': 'This cannot be done with the service that Almanac itself runs.',
  'connection-changed': 'The connection was removed or changed meanwhile.',
  'namespaces-unread': ({ why }) => `Its list of namespaces cannot be read: ${why}`,
  'own-service-failed': ({ why }) => `The service on this computer could not start. ${why}`,
  'sign-in-unread': ({ name }) =>
    `The sign-in for “${name}” could not be read from the keychain. Only what is public is shown until you sign in again.`,
  'no-keychain': ({ why }) =>
    `The keychain of this computer cannot be reached: ${why} You can keep the sign-in for this session only.`,
  'token-left': ({ name, account }) =>
    `Almanac no longer uses the token of “${name}”, but could not remove it from the keychain. Remove the entry “Almanac” for ${account} there.`,
  'rows-elsewhere': ({ host }) =>
    `The rows of this dataset are on another server, ${host}. They are read without your sign-in.`,
  'comparison-malformed': ({ host }) =>
    `The comparison by ${host} does not have the form that its description promises.`,
  'other-kind': ({ host }) => `The server at ${host} is not a statistics service that Almanac can read.`,
  'no-image': 'The file is not a PNG, JPEG or WebP image.',
  'image-gone': 'The image is no longer there.',
  'image-too-large': 'The image is larger than 10 MB.',
  'name-required': 'Nothing can be created here without a name.',
  'web-server-only': ({ host }) =>
    `There is a web server at ${host}, but no statistics service that Almanac can read was found there. Ask its operator for the address of its API; it often ends in /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} sent more than Almanac accepts in one response (${f.number(size)} MB). If the service supports paging, ask its operator to enable it.`,
  'answer-packed': ({ host }) => `The response of ${host} is compressed in a way that is not supported.`,
  'answer-too-slow': ({ host }) => `${host} sends its response too slowly. Try again later.`,
  'it-says': ({ said }) => `It says: ${said}`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} wants fewer requests. Try again in ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  'fewer-requests': ({ host }) => `${host} wants fewer requests. Try again in a while.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} is not available just now. Try again in ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  busy: ({ host }) => `${host} is not available just now. Try again in a while.`,
  'service-storage-away': ({ host }) =>
    `${host} cannot reach its storage at the moment. Nothing is lost. Try again soon.`,
  'sign-in-to-change': ({ host }) => `${host} requires you to sign in to change this.`,
  'sign-in-to-see': ({ host }) => `${host} requires you to sign in to see this.`,
  'sign-in-ended': ({ host }) =>
    `${host} no longer accepts your sign-in. Sign in again, or sign out to see what is public.`,
  'may-not-change': ({ host }) => `${host} does not let you change this, although you are signed in.`,
  'may-not-see': ({ host }) => `${host} does not show this to you, although you are signed in.`,
  'nothing-here': ({ host }) => `This was not found at ${host}.`,
  'proxy-sign-in': 'The proxy wants a sign-in. Check HTTPS_PROXY and HTTP_PROXY.',
  'service-disk-full': ({ host }) => `The disk of ${host} has too little space for this.`,
  'service-problem': ({ host, status }) => `${host} has a problem of its own (status ${status}). Try again later.`,
  'gave-up-waiting': ({ host }) => `${host} timed out waiting for the request. Try again.`,
  'changed-meanwhile': ({ host }) => `This was changed at ${host} since you opened it. Nothing was saved.`,
  'more-groups-than-calculated': ({ host }) =>
    `There are more groups than ${host} calculates. Remove a column, choose larger steps, or filter the rows.`,
  'request-refused': ({ host, status }) => `${host} did not accept the request (status ${status}).`,
  'certificate-expired': ({ host }) =>
    `The certificate of ${host} has expired. Check the date of this computer; otherwise tell the operator of the service.`,
  'certificate-early': ({ host }) => `The certificate of ${host} is not valid yet. Check the date of this computer.`,
  'certificate-of-another': ({ host }) =>
    `The certificate is not for ${host}. Check the address; you may be talking to another computer.`,
  'certificate-untrusted': ({ host }) =>
    `The certificate of ${host} is not signed by an authority that this computer trusts. If your organisation signs its own certificates, start Almanac with NODE_EXTRA_CA_CERTS set to its certificate file.`,
  'no-answer': ({ host }) => `${host} does not respond. Check the address and your network, or try again later.`,
  'no-answer-in-time': ({ host }) => `${host} accepted the request but did not respond in time. Try again later.`,
  'answer-stopped': ({ host }) => `${host} stopped in the middle of its response. Try again.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `The proxy ${proxy} wants a sign-in. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `The proxy ${proxy} did not let the request through. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `No secure connection to ${host} could be made. It may speak plain HTTP only: try the address with http:// instead.`,
  'no-such-computer': ({ host }) =>
    `There is no computer named ${host}. Check the spelling, and whether this computer is online.`,
  'nothing-answers': ({ host }) =>
    `Nothing responds at ${host}. Check the address and the port, or whether the service is running.`,
  unreachable: ({ host }) => `${host} cannot be reached from here. Check your network.`,
  'broken-off': ({ host }) => `${host} closed the connection before its response was complete. Try again.`,
  'head-too-long': ({ host }) => `The response headers of ${host} are longer than Almanac accepts.`,
  'no-http': ({ host }) => `The server at ${host} does not speak HTTP. Check the port.`,
  'not-reached': ({ host }) => `${host} could not be reached.`,
  'web-page': ({ host }) =>
    `${host} answered with a web page where data was expected. You may have to sign in to your network, or the address is that of a website.`,
  'answer-empty': ({ host }) => `The response of ${host} is empty.`,
  'answer-cut-off': ({ host }) => `The response of ${host} is incomplete. Try again.`,
  'answer-no-json': ({ host }) => `The response of ${host} is not JSON.`,
  'answer-no-json-but': ({ host, said }) => `The response of ${host} is not JSON; it begins with: ${said}.`,
  'sent-elsewhere': 'The service redirects Almanac elsewhere.',
  'redirect-without-end': 'It redirects endlessly.',
  'redirect-nowhere': 'It does not say where to.',
  'not-followed': 'It was not followed.',
  'leads-to-no-web-address': ({ scheme }) => `It leads to an address that is not a web address ("${scheme}").`,
  'leads-to-plain-http': ({ host }) => `It leads from a secure connection to plain HTTP (${host}).`,
  'leads-inside': ({ host }) => `It leads into this computer (${host}).`,
  'leads-into-network': ({ host }) => `It leads into the local network (${host}).`,
  'session-refused': 'The service no longer accepts your sign-in. Sign in again, or sign out to see what is public.',
  'sign-in-to-itself-alone': 'A sign-in is sent only to the service itself.',
  'sign-in-not-sent-on': 'A sign-in is not forwarded to another address.',
  'written-to-itself-alone': 'Changes are sent only to the service itself.',
  'written-not-sent-on': 'Changes are not forwarded to another address.',
  'token-not-sent': ({ address }) =>
    `The address leads to ${address}. Your token was not sent there; use that address if you trust it.`,
  'became-another': ({ host }) => `The data of ${host} contradict what it reported before about the same dataset.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} says that there ${f.plural(count, 'is', 'are')} ${f.number(count)} ${f.plural(count, 'row', 'rows')}, but returns ${f.number(given)} and no link to the others.`,
  'no-list-of-rows': ({ host }) => `${host} did not respond with a list of rows.`,
  'row-is-a-page': ({ address, row, found }) =>
    `The response at ${address} has a whole page of rows where row ${row} should be: ${found}. The service must be corrected.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `Row ${row} of the response at ${address} has none of the columns of this dataset (${columns}). It is ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `Row ${row} of the response at ${address} has ${f.number(found)} ${f.plural(found, 'value', 'values')}, but the dataset has ${f.number(columns)} ${f.plural(columns, 'column', 'columns')}.`,
  'next-is-no-address': ({ address, found }) =>
    `The response at ${address} names a next page that is not a usable address: ${found}. The following rows cannot be read.`,
  'not-utf8': ({ address, position }) =>
    `The response at ${address} is not UTF-8, as JSON must be: byte ${position} cannot be decoded.`,
  'count-is-no-number': ({ address, found }) =>
    `The response at ${address} has an invalid number of rows: ${found}. The service must be corrected.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} returned exactly the same ${f.number(rows)} ${f.plural(rows, 'row', 'rows')} for two pages in a row. Rows would be missing or doubled.`,
  'answer-repeated-member': ({ address, name }) =>
    `The response at ${address} has an object with two members named “${name}”, of which one would be lost. The service must be corrected.`,
  'answer-half-character': ({ address }) =>
    `The response at ${address} has half of a character (an unpaired surrogate such as \\ud800), which cannot be written as UTF-8. The service must be corrected.`,
  'answer-number-too-large': ({ address }) =>
    `The response at ${address} has a number beyond ±1.8e308, which cannot be represented. The service must be corrected.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `The response at ${address} has lists and objects more than ${f.number(limit)} levels deep, which Almanac does not read.`,
  'unexpected-status': ({ host, status }) =>
    `${host} answered with status ${status} where 200 was expected, so this is not a complete response.`,
  'columns-of-one-name': ({ column }) =>
    `The service has two columns named “${column}” in this dataset, so their values cannot be told apart.`,
  'page-removed': ({ host, address }) => `${host} links to a page that does not exist: ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `The page at ${address} has ${f.number(given)} ${f.plural(given, 'row', 'rows')}, but leads on to row ${next} instead of row ${expected}. Rows would be missing or doubled.`,
  'contradicts-itself':
    'It responded identically twice, so reading it again does not help. The service must be corrected.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} asks for no request ${f.plural(seconds, 'in the next second', `in the next ${f.number(seconds)} seconds`)}.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} has not answered for ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  'pages-in-a-circle': ({ host }) =>
    `The pages of ${host} form a loop or never end. Only what was read so far is available; tell the operator of the service.`,
  'place-forgotten': ({ host }) => `${host} no longer accepts the position that was reached.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} ignores the filter on “${column}”: its rows are the same with and without it. Remove it to see them.`,
  'join-passed-over': ({ host }) =>
    `${host} does not state that it supports rows that meet any of several conditions; it would return those that meet all of them.`,
  'search-passed-over': ({ host }) =>
    `${host} ignores the search: its rows are the same with and without it. Remove it to see them.`,
  'collation-passed-over': ({ host }) =>
    `${host} does not state that it can order texts as a language does. Remove that order to see the rows.`,
  'order-passed-over': ({ host, column }) =>
    `${host} ignores the order by “${column}”: its rows are the same with and without it. Remove it to see them.`,
  'profile-malformed': ({ host }) =>
    `The column descriptions of ${host} do not have the form that its API description promises.`,
  'plain-http': ({ host }) =>
    `${host} is reached over plain HTTP: anyone on the network can read what you send. Sign in only if you agree to that for this connection.`,
  'credentials-wrong': 'The user name or the password is wrong, or the account is not active.',
  'no-tokens-given': ({ host }) =>
    `${host} does not issue tokens for a user name and password. Ask its operator for a token, and paste it.`,
  'token-not-taken': 'The service does not accept this token.',
  'no-token': 'This is not a token: it contains spaces or letters that a token cannot have.',
  'newer-meanwhile':
    'A newer version of the dataset appeared while its rows were read, so that they may belong to both. Start again.',
  'no-such-column': 'This column no longer exists.',
  'no-older-versions': ({ host }) =>
    `${host} cannot show older versions: it returns the newest rows whatever version is requested.`,
  'rows-not-whole': ({ host }) =>
    `The pages of ${host} form a loop or never end, so the rows cannot be read completely.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} said first that there ${f.plural(before, 'is', 'are')} ${f.number(before)} ${f.plural(before, 'row', 'rows')}, and later that there ${f.plural(now, 'is', 'are')} ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} says that there ${f.plural(total, 'is', 'are')} ${f.number(total)} ${f.plural(total, 'row', 'rows')}, but returned ${f.number(given)}.`,
  'pages-changed': ({ host }) => `The pages of ${host} changed their size while they were read.`,
  'service-moved': 'The service has moved since reading stopped. Start again.',
  'connections-lost': ({ file }) =>
    `The list of connections in ${file} can neither be read nor moved aside. Connections that you add are lost when Almanac ends.`,
  'connections-put-aside': ({ file, name }) =>
    `The list of connections could not be read and was moved aside as ${file}. Add your connections again, or repair that file, name it ${name} and restart Almanac.`,
  'led-to': ({ host, address }) => `${host} led to ${address}. That address is kept.`,
  'led-to-securely': ({ host, address }) => `${host} led to ${address} over a secure connection. That address is kept.`,
  'no-reason-given': 'It gives no reason.',
  'keychain-silent': 'It does not respond.',
  'keychain-no-library':
    'The library libsecret is missing. Install it (on Debian and Ubuntu, the package libsecret-1-0) and start Almanac again.',
  'keychain-no-program':
    'No program that stores passwords is running. Start GNOME Keyring, KWallet or KeePassXC, and try again.',
  'keychain-locked': 'It is locked. Unlock it, and try again.',
  'keychain-reported': ({ text }) => `It reports “${text}”.`,
  'order-incomplete': 'The new order must name every connection once.',
};
