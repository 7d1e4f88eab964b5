package dev.rosa.proxy.http;

/** Causes for which servers or clients may read a message in different ways. */
public enum Ambiguity {
  BARE_LF("a line ends with LF without CR"),
  BARE_CR("there is a CR without LF"),
  CONTROL_CHARACTER("there is a NUL or another control character"),
  EMPTY_FIRST_LINE("there is an empty line before the message"),
  FOLDED_LINE("a header field goes on in a second line"),
  BAD_METHOD("the method is not made of capital letters"),
  BAD_REQUEST_LINE("the request line is not METHOD TARGET VERSION with single spaces"),
  BAD_STATUS_LINE("the status line is not VERSION CODE REASON"),
  BAD_VERSION("the version is neither HTTP/1.1 nor HTTP/1.0"),
  BAD_TARGET("the target has a character or a form that servers read differently"),
  ENCODED_SLASH("the path has an encoded slash or backslash"),
  BAD_FIELD_NAME("the name of a header field is empty or has a character that is not allowed"),
  SPACE_BEFORE_COLON("there is a space between a field's name and its colon"),
  TOO_MANY_FIELDS("there are more header fields than servers take"),
  NO_HOST("there is no Host field"),
  SEVERAL_HOSTS("there are several Host fields"),
  BAD_HOST("the Host field is not a name or address with an optional port"),
  OTHER_HOST("target, Host field and port of the connection name different servers"),
  SEVERAL_LENGTHS("there are several Content-Length fields"),
  BAD_LENGTH("the Content-Length is not a plain number"),
  LENGTH_AND_CHUNKS("there are both Content-Length and Transfer-Encoding"),
  BAD_TRANSFER_ENCODING("the Transfer-Encoding is not chunked alone, or the version is HTTP/1.0"),
  UNEXPECTED_BODY("a request of this method has a body"),
  BAD_CHUNK("a chunk's size or its end has another form than digits and CRLF"),
  TRAILER("there are header fields behind the chunks"),
  HIDDEN_TARGET("a header field can replace method or target"),
  SEVERAL_CONTENT_FIELDS("there are several fields of the same name that describe the content"),
  EXPECTATION("there is an Expect field without a body, or with another word than 100-continue"),
  CONNECTION_OPTION("the Connection field names a field that decides about the message");

  private final String sentence;

  Ambiguity(String sentence) {
    this.sentence = sentence;
  }

  /** What is wrong, for logs and commands; without bytes of the message. */
  public String sentence() {
    return sentence;
  }
}
