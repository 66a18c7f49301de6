import type { servicesValues } from '../failures/services.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about remote services, in English. */
export const servicesTexts: TextsOf<typeof servicesValues> = {
  'no-web-address': 'This is no web address. It looks like https://statistics.example.org/',
  'other-scheme': ({ scheme }) => `Addresses that begin with ${scheme}:// cannot be read, only http:// and https://.`,
  'record-without-name': ({ host }) => `${host} answered with a record that has no name.`,
  'list-without-end': ({ host, pages }, f) =>
    `This list at ${host} has more than ${f.number(pages)} pages. Tell those who run the service.`,
  'list-in-a-circle': ({ host }) =>
    `The pages of this list at ${host} lead round in a circle. Tell those who run the service.`,
  'query-not-told': ({ host }) => `${host} took the query but does not say what it kept. Look at its list of queries.`,
  'no-query-address': 'This is not the address of a saved query.',
  'no-such-connection': 'There is no such connection any more.',
  'not-with-own-service': 'This cannot be done with the service that Almanac itself runs.',
  'connection-changed': 'The connection was removed or changed meanwhile.',
  'namespaces-unread': ({ why }) => `Its list of namespaces cannot be read: ${why}`,
  'own-service-failed': ({ why }) => `The service of this computer could not start. ${why}`,
  'sign-in-unread': ({ name }) =>
    `The sign-in of “${name}” could not be read from the keychain. Only what is public is shown until you sign in again.`,
  'no-keychain': ({ why }) =>
    `The keychain of this computer cannot be reached: ${why} You may keep the sign-in for this session only.`,
  'token-left': ({ name, account }) =>
    `Almanac no longer uses the token of “${name}”, but could not take it out of the keychain. Remove the entry “Almanac” for ${account} there.`,
  'rows-elsewhere': ({ host }) =>
    `The rows of this dataset lie on another server, ${host}. They are read without your sign-in.`,
  'comparison-malformed': ({ host }) => `The comparison of ${host} is not of the form that its description promises.`,
  'other-kind': ({ host }) => `What answers at ${host} is no statistics service of the kind that Almanac reads.`,
  'no-image': 'The file is no image in PNG, JPEG or WebP.',
  'image-gone': 'The image is no longer there.',
  'image-too-large': 'The image is larger than 10 MB.',
  'name-required': 'Nothing can be made here without a name.',
  'web-server-only': ({ host }) =>
    `There is a web server at ${host}, but no statistics service of the kind that Almanac reads was found there. Ask those who run it for the address of its API; it often ends in /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} sent more than Almanac takes in one answer (${f.number(size)} MB). If the service has pages, ask those who run it to switch them on.`,
  'answer-packed': ({ host }) => `The answer of ${host} is packed in a way that cannot be undone.`,
  'answer-too-slow': ({ host }) => `${host} sends its answer too slowly. Try again later.`,
  'it-says': ({ said }) => `It says: ${said}`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} wants fewer requests. Try again in ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  'fewer-requests': ({ host }) => `${host} wants fewer requests. Try again in a while.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} is not available just now. Try again in ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  busy: ({ host }) => `${host} is not available just now. Try again in a while.`,
  'sign-in-to-change': ({ host }) => `${host} lets only those who sign in change this.`,
  'sign-in-to-see': ({ host }) => `${host} shows this only to those who sign in.`,
  'sign-in-ended': ({ host }) =>
    `${host} no longer takes your sign-in. Sign in again, or sign out to see what is public.`,
  'may-not-change': ({ host }) => `${host} does not let you change this, although you are signed in.`,
  'may-not-see': ({ host }) => `${host} does not show this to you, although you are signed in.`,
  'nothing-here': ({ host }) => `There is nothing here (any more) at ${host}.`,
  'proxy-sign-in': 'The proxy wants a sign-in. Check HTTPS_PROXY and HTTP_PROXY.',
  'service-problem': ({ host, status }) => `${host} has a problem of its own (status ${status}). Try again later.`,
  'gave-up-waiting': ({ host }) => `${host} gave up waiting for the request. Try again.`,
  'changed-meanwhile': ({ host }) => `This was changed at ${host} since you opened it. Nothing was saved.`,
  'more-groups-than-calculated': ({ host }) =>
    `There are more groups than ${host} calculates. Remove a column, choose larger steps, or filter the rows.`,
  'request-refused': ({ host, status }) => `${host} did not accept the request (status ${status}).`,
  'certificate-expired': ({ host }) =>
    `The certificate of ${host} has expired. Check the date of this computer; otherwise tell those who run the service.`,
  'certificate-early': ({ host }) => `The certificate of ${host} is not valid yet. Check the date of this computer.`,
  'certificate-of-another': ({ host }) =>
    `The certificate belongs to another name than ${host}. Check the address; you may be talking to another computer.`,
  'certificate-untrusted': ({ host }) =>
    `The certificate of ${host} is not signed by an authority that this computer trusts. If your organisation signs its own certificates, start Almanac with NODE_EXTRA_CA_CERTS set to its certificate file.`,
  'no-answer': ({ host }) => `${host} does not answer. Check the address and your network, or try again later.`,
  'no-answer-in-time': ({ host }) => `${host} took the request but gave no answer in time. Try again later.`,
  'answer-stopped': ({ host }) => `${host} stopped in the middle of its answer. Try again.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `The proxy ${proxy} wants a sign-in. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `The proxy ${proxy} did not let the request through. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `No secure connection to ${host} could be made. It may speak plain HTTP only: try the address with http:// instead.`,
  'no-such-computer': ({ host }) =>
    `There is no computer named ${host}. Check the spelling, and whether this computer is online.`,
  'nothing-answers': ({ host }) =>
    `Nothing answers at ${host}. Check the address and the port, or whether the service is running.`,
  unreachable: ({ host }) => `${host} cannot be reached from here. Check your network.`,
  'broken-off': ({ host }) => `${host} broke the connection off before its answer was complete. Try again.`,
  'head-too-long': ({ host }) => `${host} begins its answer with more than Almanac reads: its headers are too long.`,
  'no-http': ({ host }) => `What answers at ${host} does not speak HTTP. Check the port.`,
  'not-reached': ({ host }) => `${host} could not be reached.`,
  'web-page': ({ host }) =>
    `${host} answered with a web page where data was expected. You may have to sign in to the network you are in, or the address is that of a website.`,
  'answer-empty': ({ host }) => `The answer of ${host} is empty.`,
  'answer-cut-off': ({ host }) => `The answer of ${host} ends in the middle. Try again.`,
  'answer-no-json': ({ host }) => `The answer of ${host} is no JSON.`,
  'answer-no-json-but': ({ host, said }) => `The answer of ${host} is no JSON; it begins with: ${said}.`,
  'sent-elsewhere': 'The service sends Almanac elsewhere.',
  'redirect-without-end': 'It leads from one address to the next without end.',
  'redirect-nowhere': 'It does not say where to.',
  'not-followed': 'It was not followed.',
  'leads-to-no-web-address': ({ scheme }) => `It leads to an address that is no web address ("${scheme}").`,
  'leads-to-plain-http': ({ host }) => `It leads from a secure connection to plain HTTP (${host}).`,
  'leads-inside': ({ host }) => `It leads into this computer (${host}).`,
  'leads-into-network': ({ host }) => `It leads into the local network (${host}).`,
  'session-refused': 'The service no longer takes your sign-in. Sign in again, or sign out to see what is public.',
  'sign-in-to-itself-alone': 'A sign-in goes to the service itself alone.',
  'sign-in-not-sent-on': 'A sign-in is not sent on to another address.',
  'written-to-itself-alone': 'What is written goes to the service itself alone.',
  'written-not-sent-on': 'What is written is not sent on to another address.',
  'token-not-sent': ({ address }) =>
    `The address leads to ${address}. Your token was not sent there; give that address if you trust it.`,
  'became-another': ({ host }) => `What ${host} gives does not fit what it said before of the same dataset.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} says that there ${f.plural(count, 'is', 'are')} ${f.number(count)} ${f.plural(count, 'row', 'rows')}, but gives ${f.number(given)} and no way to the others.`,
  'no-list-of-rows': ({ host }) => `${host} answered with something that is no list of rows.`,
  'row-is-a-page': ({ address, row, found }) =>
    `The answer at ${address} has a whole page of rows where row ${row} should be: ${found}. The service has to be corrected.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `Row ${row} of the answer at ${address} has none of the columns of this dataset (${columns}). It is ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `Row ${row} of the answer at ${address} has ${f.number(found)} ${f.plural(found, 'value', 'values')}, but the dataset has ${f.number(columns)} ${f.plural(columns, 'column', 'columns')}.`,
  'next-is-no-address': ({ address, found }) =>
    `The answer at ${address} names a next page that is not a usable address: ${found}. The rows behind it cannot be read.`,
  'not-utf8': ({ address, position }) =>
    `The answer at ${address} is not UTF-8, which JSON has to be: byte ${position} cannot be decoded.`,
  'count-is-no-number': ({ address, found }) =>
    `The answer at ${address} says how many rows there are with something that is no number of rows: ${found}. The service has to be corrected.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} gave exactly the same ${f.number(rows)} ${f.plural(rows, 'row', 'rows')} for two pages in a row. Rows would be missing or doubled.`,
  'answer-repeated-member': ({ address, name }) =>
    `The answer at ${address} has an object with two members named “${name}”, of which one would be lost. The service has to be corrected.`,
  'answer-half-character': ({ address }) =>
    `The answer at ${address} has half of a character (an unpaired surrogate such as \\ud800), which cannot be written as UTF-8. The service has to be corrected.`,
  'answer-number-too-large': ({ address }) =>
    `The answer at ${address} has a number beyond ±1.8e308, which cannot be represented. The service has to be corrected.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `The answer at ${address} has lists and objects more than ${f.number(limit)} levels deep, which Almanac does not read.`,
  'unexpected-status': ({ host, status }) =>
    `${host} answered with status ${status} where 200 was expected, so this is no complete answer.`,
  'columns-of-one-name': ({ column }) =>
    `The service has two columns named “${column}” in this dataset, so their values cannot be told apart.`,
  'page-removed': ({ host, address }) => `${host} leads to a page that it does not have: ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `The page at ${address} has ${f.number(given)} ${f.plural(given, 'row', 'rows')}, but leads on to row ${next} instead of row ${expected}. Rows would be missing or doubled.`,
  'contradicts-itself':
    'It answered the same twice, so reading it again does not help. The service has to be corrected.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} asks for no request ${f.plural(seconds, 'in the next second', `in the next ${f.number(seconds)} seconds`)}.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} has not answered for ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  'pages-in-a-circle': ({ host }) =>
    `The pages of ${host} lead round in a circle or never end. What was read so far is all there is to be had; tell those who run the service.`,
  'place-forgotten': ({ host }) => `${host} no longer knows the place that was reached.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} passes over the filter on “${column}”: its rows are the same with and without it. Take it away to see them.`,
  'join-passed-over': ({ host }) =>
    `${host} does not say that it can show rows that meet any of several conditions; it would show those that meet all of them.`,
  'search-passed-over': ({ host }) =>
    `${host} passes over the search: its rows are the same with and without it. Take it away to see them.`,
  'order-passed-over': ({ host, column }) =>
    `${host} passes over the order by “${column}”: its rows are the same with and without it. Take it away to see them.`,
  'profile-malformed': ({ host }) =>
    `What ${host} says of its columns is not of the form that its description promises.`,
  'plain-http': ({ host }) =>
    `${host} is reached over plain HTTP: whoever shares the network can read what you send. Sign in only if you agree to that for this connection.`,
  'credentials-wrong': 'The user name or the password is wrong, or the account is not active.',
  'no-tokens-given': ({ host }) =>
    `${host} gives out no tokens for a user name and password. Ask those who run it for a token, and paste that.`,
  'token-not-taken': 'The service does not take this token.',
  'no-token': 'This is no token: it has spaces or letters that no token has.',
  'newer-meanwhile':
    'A newer version of the dataset appeared while its rows were read, so that they may belong to both. Start again.',
  'no-such-column': 'There is no such column any more.',
  'no-older-versions': ({ host }) =>
    `${host} cannot show older versions: it gives the newest rows whatever version is asked for.`,
  'rows-not-whole': ({ host }) =>
    `The pages of ${host} lead round in a circle or never end, so the rows cannot be had whole.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} said first that there ${f.plural(before, 'is', 'are')} ${f.number(before)} ${f.plural(before, 'row', 'rows')}, and later that there ${f.plural(now, 'is', 'are')} ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} says that there ${f.plural(total, 'is', 'are')} ${f.number(total)} ${f.plural(total, 'row', 'rows')}, but gave ${f.number(given)}.`,
  'pages-changed': ({ host }) => `The pages of ${host} changed their size while they were read.`,
  'service-moved': 'The service has moved since the reading was stopped. Start again.',
  'connections-lost': ({ file }) =>
    `The list of connections in ${file} can neither be read nor put aside. Connections that you add are lost when Almanac ends.`,
  'connections-put-aside': ({ file, name }) =>
    `The list of connections could not be understood and was put aside as ${file}. Add your connections again, or repair that file, name it ${name} and restart Almanac.`,
  'led-to': ({ host, address }) => `${host} led to ${address}. That address is kept.`,
  'led-to-securely': ({ host, address }) => `${host} led to ${address} over a secure connection. That address is kept.`,
  'no-reason-given': 'It gives no reason.',
  'keychain-silent': 'It does not answer.',
  'order-incomplete': 'The new order must name every connection once.',
};
