extension WebOptions {
    /// The text of --help.
    public static let help = """
        usage: tapfocus-web [OPTIONS]

        Serves the kiosk page and the module for your own pages, and connects them to a running "tapfocus run".

          http://localhost:8722/              the kiosk page: live picture, focus where you touch; /?simulated needs no camera
          http://localhost:8722/tapfocus.js   the module for a page of your own
          ws://localhost:8722/socket          the control socket, as a WebSocket: a message is a line
          http://localhost:8722/picture       with --picture: the camera's picture for an <img>; /picture.jpg is one frame

          --port PORT            the port (8722); 0: any free one, which is printed
          --socket PATH          the control socket of "tapfocus run", if it is not at its usual place
          --pages FOLDER         the folder of the pages (the installed one)
          --picture SOCKET       pass on the camera's picture, for pages that may not open the camera: SOCKET is the property
                                 picture-socket of tapfocuscamera
          --token-file FILE      accept only WebSockets that have the word in FILE: /?token=WORD in the page's address, or the
                                 option "token" of the module. The picture needs the word, too. Without this option, every user
                                 of this machine can reach the control socket and the picture through this port
          --allow-origin ORIGIN  a page of this origin may use the module and the WebSocket, too: https://kiosk.example
          --allow-host HOST      this server may also be addressed by this name: kiosk.example, kiosk.example:8080.
                                 The pages that it serves under it need --allow-origin, too: http://kiosk.example:8722
          --listen ADDRESS       listen on this address instead of on loopback only
          --silence SECONDS      close an HTTP connection after this time without a byte (30)
          -h, --help             this text
          --version              the version
          --man                  the page of the manual, which an installation makes

        A page may send these requests only: hold-frames, frame, frames-ended, tap, lock, unlock, zoom, light, lamp, camera,
        cameras, compensate, show-view, view, send-taps, status and watch. A request from a page of another origin, or under
        another name, is answered with 403 and a sentence.

        Limits: 16 WebSockets, 8 pages with the picture and 64 other HTTP connections at once, messages of 64 KiB, 1000
        messages in a second. A page that sends more, or leaves 256 KiB unread, is disconnected; one that reads the picture
        slowly gets fewer frames. If "tapfocus run" does not run, a WebSocket is closed with code 1013 (try again later).

        SIGTERM and SIGINT end it. Exit status: 0 ended by a signal, 1 it cannot serve, 2 wrong usage.
        """
}
