# The command in a small image of Debian 12, without `glint studio`, whose page takes more to build.
#
#     docker build --tag glint .
#     docker run --rm --volume "$PWD:/games" glint check my_game.glint
FROM debian:12 AS build
COPY . /glint
RUN sh /glint/examples/release.sh command

FROM debian:12-slim
# The package knows which libraries the command is linked to. `glint print` also loads librsvg, and draws with these fonts.
COPY --from=build /glint/build/release-files/glint_*.deb /tmp/
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/glint_*.deb librsvg2-2 fonts-liberation \
  && rm -rf /tmp/glint_*.deb /var/lib/apt/lists/* \
  && useradd --create-home glint
ENV LANG=C.UTF-8
USER glint
WORKDIR /games
ENTRYPOINT ["glint"]
CMD ["--help"]
